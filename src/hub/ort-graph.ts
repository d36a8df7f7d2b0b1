/**
 * A model's file as onnxruntime gets it: its graph in float32, so that both engines do the same arithmetic on the same weights
 * (the file's own numerics would round every activation to 11 bits, or to 8 under int8), and its weights as single buffers
 * beside a small proto, so that nothing is held twice in one message.
 */

import * as ort from 'onnxruntime-web/wasm';
import { readModel } from '../engine/onnx/read-model.ts';
import type { ModelFiles, OnnxGraph } from '../engine/onnx/types.ts';
import { roundsActivations, withExactOperators } from '../engine/onnx/write/exact-operators.ts';
import { hasNarrowTypes, widenGraph } from '../engine/onnx/write/widen.ts';
import { type WritableModel, writeModel } from '../engine/onnx/write/write-model.ts';
import { LabError } from '../lib/errors.ts';

let wasmLocation: string | undefined;

/** Where the wasm file is; without it the runtime looks beside its own script. */
export function locateWasm(url: string): void {
  wasmLocation = url;
}

function prepareRuntime(): void {
  // More threads need SharedArrayBuffer, and that needs headers a static host does not send.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  // transformers.js shares this object and points it at a CDN; the lab fetches nothing from there.
  ort.env.wasm.wasmPaths = wasmLocation === undefined ? undefined : { wasm: wasmLocation };
}

export interface Float32Model extends WritableModel {
  /** Of the file, for messages. */
  readonly path: string;
  /** Whether the file's own arithmetic is narrower: half precision, or activations rounded to integers. */
  readonly widened: boolean;
}

/** Reads the proto only. Throws `onnx.*`. */
export async function float32Model(files: ModelFiles, path: string): Promise<Float32Model> {
  const { opsets, irVersion, graph } = await readModel(files, path);
  return {
    path,
    opsets,
    irVersion,
    widened: hasNarrowTypes(graph) || roundsActivations(graph),
    graph: withExactOperators(widenGraph(graph)),
  };
}

/** Bytes of all constants the graph holds. */
export function constantBytes({ initializers }: OnnxGraph): number {
  let bytes = 0;
  for (const tensor of initializers.values()) bytes += tensor.byteLength;
  return bytes;
}

export interface SessionOptions {
  /** Changes the proto before it is loaded. */
  readonly edit?: (proto: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** Fused and folded for many runs; without it loading takes no second copy of a weight. */
  readonly optimised: boolean;
}

/** Throws `hub.ort-load` {path}, and what reading the weights throws. */
export async function createOrtSession(
  model: Float32Model,
  { edit, optimised }: SessionOptions,
): Promise<ort.InferenceSession> {
  prepareRuntime();
  const { proto, external } = await writeModel(model);
  const externalData: { path: string; data: Uint8Array }[] = [];
  for (const { path: name, tensor } of external) {
    externalData.push({ path: name, data: await tensor.read() });
  }
  const bytes = edit?.(proto) ?? proto;
  try {
    return await ort.InferenceSession.create(bytes, {
      executionProviders: ['wasm'],
      logSeverityLevel: 3,
      graphOptimizationLevel: optimised ? 'all' : 'disabled',
      extra: {
        session: {
          // 4-bit products that it fuses itself must not round activations either.
          qdq_matmulnbits_accuracy_level: '1',
          ...(optimised ? {} : { disable_prepacking: '1' }),
        },
      },
      ...(externalData.length > 0 ? { externalData } : {}),
    });
  } catch (error) {
    throw new LabError('hub.ort-load', { path: model.path }, { cause: error });
  }
}
