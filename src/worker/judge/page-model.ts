/**
 * A judge that runs in this page: transformers.js' text-generation pipeline on onnxruntime's wasm, greedy, one question
 * at a time. Loaded when a pass begins and disposed of when it ends; nothing leaves the machine but model downloads.
 */

import {
  env,
  InterruptableStoppingCriteria,
  pipeline,
  StoppingCriteriaList,
  type TextGenerationPipeline,
} from '@huggingface/transformers';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { cutReply } from '../../eval/index.ts';
import { createModelReader, type ModelReader } from '../../hub/reader.ts';
import type { Site } from '../../hub/site.ts';
import { withLibrary } from '../../hub/transformers-env.ts';
import { dtypeOf, externalDataPaths, listVariants } from '../../hub/variants.ts';
import type { Judge, JudgeReply } from '../../lab/judge/types.ts';
import { LabError } from '../../lib/errors.ts';
import type { DownloadProgress, JudgeSpec } from '../protocol.ts';

type PageJudgeSpec = Extract<JudgeSpec, { kind: 'page' }>;

export interface PageJudgeDeps {
  readonly site: Site;
  readonly signal: AbortSignal;
  readonly onDownload?: (progress: DownloadProgress) => void;
}

/** Room for a reply; a longer one is cut and unscored. */
const MAX_NEW_TOKENS = 256;
/** Fewer leave no room for `VERDICT: YES`. */
const MIN_NEW_TOKENS = 16;

/** Where a path lies as the library names it: folder, base name without the precision's ending, precision. */
function libraryOptions(path: string): { subfolder: string; model_file_name: string; dtype: string } {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1).replace(/\.onnx$/, '');
  const dtype = dtypeOf(path);
  const ending = dtype === 'q8' ? '_quantized' : dtype === 'fp32' ? '' : `_${dtype}`;
  return {
    subfolder: slash < 0 ? '' : path.slice(0, slash),
    model_file_name: name.endsWith(ending) ? name.slice(0, name.length - ending.length) : name,
    dtype: dtype === 'other' ? 'fp32' : dtype,
  };
}

/** The shared wasm settings: no CDN, no threads (they need headers that a static host does not send). */
function prepareRuntime(): void {
  const wasm = env.backends.onnx.wasm;
  if (!wasm) return;
  wasm.numThreads = 1;
  wasm.proxy = false;
  wasm.wasmPaths = { wasm: new URL(wasmUrl, import.meta.url).href };
}

/** Lets messages in: wasm computes without a break, and nothing could be cancelled. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function loadPipeline(
  { source }: PageJudgeSpec,
  { site, signal }: PageJudgeDeps,
  reader: ModelReader,
  path: string,
): Promise<TextGenerationPipeline> {
  const external = source.kind === 'embedded' ? [] : await externalDataPaths(reader, path);
  const { dtype, ...names } = libraryOptions(path);
  prepareRuntime();
  try {
    return await withLibrary(source, reader, site, (id) =>
      pipeline('text-generation', id, {
        ...names,
        dtype: dtype as 'fp32',
        device: 'wasm',
        revision: source.kind === 'hub' ? source.revision : 'main',
        ...(external.length > 0 ? { use_external_data_format: external.length as 1 } : {}),
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LabError) throw error;
    throw new LabError('judge.model-load', { model: source.id }, { cause: error });
  }
}

/** Newer exports keep the template in a file of its own, which the library does not read. */
async function addTemplate(generator: TextGenerationPipeline, reader: ModelReader): Promise<void> {
  const { tokenizer } = generator;
  if (tokenizer.chat_template || (await reader.size('chat_template.jinja')) === undefined) return;
  const text = await (await reader.blob('chat_template.jinja'))?.text();
  if (text) tokenizer.chat_template = text;
}

/** Positions the model was built for; undefined where its configuration does not say. */
function positionsOf(generator: TextGenerationPipeline): number | undefined {
  const config = generator.model.config as unknown as Record<string, unknown>;
  const limit = config.max_position_embeddings ?? config.n_positions;
  return typeof limit === 'number' ? limit : undefined;
}

interface Loaded {
  readonly generator: TextGenerationPipeline;
  readonly chat: boolean;
  readonly limit: number | undefined;
}

async function load(
  spec: PageJudgeSpec,
  deps: PageJudgeDeps,
  reader: ModelReader,
  path: string,
): Promise<Loaded> {
  const generator = await loadPipeline(spec, deps, reader, path);
  if (spec.source.kind !== 'embedded') await addTemplate(generator, reader);
  const { model, tokenizer } = generator;
  const forward = model.forward.bind(model);
  model.forward = async (inputs) => {
    await nextTask();
    return forward(inputs);
  };
  return { generator, chat: Boolean(tokenizer.chat_template), limit: positionsOf(generator) };
}

/** What the model reads: its chat template around the prompt, where it has one. */
function render({ generator, chat }: Loaded, prompt: string): string {
  if (!chat) return `${prompt}\n\n`;
  const options = { tokenize: false, add_generation_prompt: true, enable_thinking: false };
  return generator.tokenizer.apply_chat_template(
    [{ role: 'user', content: prompt }],
    options as object,
  ) as unknown as string;
}

/** Can be interrupted, and counts the tokens as they are written: the pipeline gives text alone. */
class CountingCriteria extends InterruptableStoppingCriteria {
  written = 0;

  override _call(ids: number[][], scores: number[][]): boolean[] {
    this.written++;
    return super._call(ids, scores);
  }
}

/** Throws `judge.too-long` {tokens, limit}, `judge.model-run` {model}; the signal's reason when it was aborted. */
async function write(
  loaded: Loaded,
  model: string,
  prompt: string,
  signal: AbortSignal,
): Promise<JudgeReply> {
  const { generator, chat, limit } = loaded;
  const text = render(loaded, prompt);
  const count = (written: string, special: boolean): number =>
    generator.tokenizer.encode(written, { add_special_tokens: special }).length;
  const tokens = count(text, !chat);
  const room = limit === undefined ? MAX_NEW_TOKENS : Math.min(MAX_NEW_TOKENS, limit - tokens);
  if (room < MIN_NEW_TOKENS) throw new LabError('judge.too-long', { tokens, limit: limit ?? 0 });
  const counting = new CountingCriteria();
  const criteria = new StoppingCriteriaList();
  criteria.push(counting);
  const stop = (): void => counting.interrupt();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [written] = (await generator(text, {
      max_new_tokens: room,
      do_sample: false,
      return_full_text: false,
      add_special_tokens: !chat,
      stopping_criteria: criteria,
    } as object)) as { generated_text: string }[];
    signal.throwIfAborted();
    const reply = written?.generated_text ?? '';
    return {
      text: counting.written < room ? reply : cutReply(reply),
      tokens: { prompt: tokens, completion: count(reply, false) },
    };
  } catch (error) {
    signal.throwIfAborted();
    throw new LabError('judge.model-run', { model }, { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * The judge, with its files looked up; they are loaded with the first question, so that a pass answered by kept replies
 * loads nothing. Throws `hub.*`; `ask` throws `judge.model-load`, `judge.too-long` and `judge.model-run`.
 */
export async function openPageJudge(spec: PageJudgeSpec, deps: PageJudgeDeps): Promise<Judge> {
  const { source } = spec;
  const reader = createModelReader(source, {
    site: deps.site,
    signal: deps.signal,
    ...(deps.onDownload ? { onProgress: deps.onDownload } : {}),
  });
  const path = (await listVariants(source, reader, deps.site)).preselected;
  const bytes = await reader.size(path);
  const revision = source.kind === 'hub' ? source.revision : '';
  let loading: Promise<Loaded> | undefined;
  return {
    identity: ['page', source.kind, source.id, revision, path, String(bytes ?? '')].join('\n'),
    concurrency: 1,
    async ask(prompt, signal) {
      signal.throwIfAborted();
      loading ??= load(spec, deps, reader, path);
      return write(await loading, source.id, prompt, signal);
    },
    dispose: async () => {
      const loaded = await loading?.catch(() => undefined);
      await loaded?.generator.dispose();
    },
  };
}
