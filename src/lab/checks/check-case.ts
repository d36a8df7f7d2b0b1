/**
 * Compares a model with its `case.json`: recorded logits, cached decoding, soft-prompt loss, gradient and ten updates.
 *
 * Pure over CausalLM: it loads nothing and decides nothing but pass or fail against the tolerance in the case. For int8
 * files the values of `weight_only` count, since the engine leaves the quantisation of activations out.
 */

import type { CausalLM, TrainingExample } from '../../engine/model/types.ts';
import { createAdam } from '../../engine/tuning/adam.ts';
import type { Optimizer } from '../../engine/tuning/optimizer.ts';
import { createSgd } from '../../engine/tuning/sgd.ts';
import { LabError } from '../../lib/errors.ts';
import { floats, integerRows, maxAbs, maxDifference, type StoredArray } from './tensors.ts';

interface Tolerance {
  readonly logits_abs: number;
  readonly loss_abs: number;
  readonly grad_rel: number;
  readonly losses_abs: number;
}

/** Values that exist twice in int8 files. */
interface Truth {
  readonly tolerance: Tolerance;
  readonly prefill: { readonly logits: StoredArray };
  readonly decode: { readonly greedy_ids: readonly number[]; readonly logits: StoredArray };
  readonly soft_prompt: {
    readonly loss: number;
    readonly grad: StoredArray;
    readonly losses: readonly number[];
  };
}

type CaseOptimizer =
  | { readonly name: 'sgd'; readonly lr: number }
  | {
      readonly name: 'adam';
      readonly lr: number;
      readonly beta1: number;
      readonly beta2: number;
      readonly eps: number;
    };

/** The parts of case.json, format 1, that are read here. */
export interface CaseJson extends Truth {
  readonly format: number;
  readonly name: string;
  readonly dialect: string;
  readonly dtype: string;
  /** The model file, relative to the folder. */
  readonly file: string;
  readonly embedding: {
    readonly sample_token: number;
    readonly sample_embedding: StoredArray;
    /** [vocab, hidden], where the graph takes inputs_embeds. */
    readonly table?: StoredArray;
  };
  readonly prefill: Truth['prefill'] & {
    readonly lengths: readonly number[];
    readonly input_ids: StoredArray;
  };
  readonly decode: Truth['decode'] & { readonly prompt: StoredArray };
  readonly soft_prompt: Truth['soft_prompt'] & {
    readonly soft_prompt: StoredArray;
    readonly labels: StoredArray;
    readonly label_count: number;
    readonly optimizer: CaseOptimizer;
  };
  readonly weight_only?: Truth;
}

export type CasePartName =
  | 'embedding'
  | 'prefill'
  | 'decode'
  | 'greedy'
  | 'loss'
  | 'gradient'
  | 'losses'
  | 'replacement';

export interface CasePart {
  readonly part: CasePartName;
  /** Largest absolute deviation (gradient: relative to its largest entry; greedy: number of differing tokens). */
  readonly deviation: number;
  readonly tolerance: number;
  readonly passed: boolean;
}

export interface CaseReport {
  readonly name: string;
  readonly dialect: string;
  readonly dtype: string;
  readonly parts: readonly CasePart[];
  readonly passed: boolean;
}

/** The lookup reads stored weights: only the rounding of dequantisation and of one multiplication is allowed. */
const EMBEDDING_RELATIVE = 1e-6;

/** Runs all parts of a case. Throws `model.check-format` for a file of another format, and what the model throws. */
export async function checkCase(lm: CausalLM, json: CaseJson): Promise<CaseReport> {
  if (json.format !== 1) throw new LabError('model.check-format', { what: `format ${json.format}` });
  const truth: Truth = json.weight_only ?? json;
  const rows = integerRows(json.prefill.input_ids).map((row, i) => row.slice(0, json.prefill.lengths[i]));
  const parts = [
    await checkEmbedding(lm, json),
    ...(await checkLogits(lm, truth, rows)),
    ...(await checkDecode(lm, json, truth)),
    ...(await checkTraining(lm, json, truth, rows)),
  ];
  return {
    name: json.name,
    dialect: json.dialect,
    dtype: json.dtype,
    parts,
    passed: parts.every((part) => part.passed),
  };
}

function part(name: CasePartName, deviation: number, tolerance: number): CasePart {
  return { part: name, deviation, tolerance, passed: deviation <= tolerance };
}

async function checkEmbedding(lm: CausalLM, { embedding }: CaseJson): Promise<CasePart> {
  const expected = floats(embedding.sample_embedding);
  const actual = await lm.embed([embedding.sample_token]);
  return part('embedding', maxDifference(actual, expected), EMBEDDING_RELATIVE * maxAbs(expected));
}

/** Prefill of all rows, and the same logits from real token embeddings in the place of the soft prompt. */
async function checkLogits(lm: CausalLM, truth: Truth, rows: readonly number[][]): Promise<CasePart[]> {
  const tolerance = truth.tolerance.logits_abs;
  const expected = floats(truth.prefill.logits);
  const plain = await lm.logits(rows);
  let at = 0;
  let deviation = 0;
  let replacement = 0;
  for (const [i, row] of rows.entries()) {
    const own = expected.subarray(at, at + row.length * lm.vocabSize);
    at += own.length;
    deviation = Math.max(deviation, maxDifference(plain[i]!, own));
    const virtual = row.length >> 1;
    const softPrompt = await lm.embed(row.slice(0, virtual));
    const [packed] = await lm.logits([row.slice(virtual)], softPrompt);
    const cached = await lm.decodeLogits({ softPrompt, ids: [] }, row.slice(virtual), []);
    const last = own.subarray(own.length - lm.vocabSize);
    replacement = Math.max(replacement, maxDifference(packed!, own), maxDifference(cached[0]!, last));
  }
  if (at !== expected.length) deviation = Number.POSITIVE_INFINITY;
  return [part('prefill', deviation, tolerance), part('replacement', replacement, tolerance)];
}

/** Single-token steps through the cache, fed with the recorded tokens; and the tokens that generation itself chooses. */
async function checkDecode(lm: CausalLM, json: CaseJson, truth: Truth): Promise<CasePart[]> {
  const prompt = integerRows(json.decode.prompt)[0]!;
  const greedy = truth.decode.greedy_ids;
  const logits = await lm.decodeLogits({ ids: [] }, prompt, greedy.slice(0, -1));
  const expected = floats(truth.decode.logits);
  const actual = new Float32Array(logits.length * lm.vocabSize);
  logits.forEach((row, i) => {
    actual.set(row, i * lm.vocabSize);
  });
  const options = { maxNewTokens: greedy.length, stopTokens: [] };
  const [generation] = await lm.generate({ ids: [] }, [prompt], options);
  const wrong = greedy.filter((id, i) => generation!.ids[i] !== id).length;
  return [
    part('decode', maxDifference(actual, expected), truth.tolerance.logits_abs),
    part('greedy', wrong, 0),
  ];
}

async function checkTraining(
  lm: CausalLM,
  json: CaseJson,
  truth: Truth,
  rows: readonly number[][],
): Promise<CasePart[]> {
  const { soft_prompt: recorded, tolerance } = truth;
  const initial = floats(json.soft_prompt.soft_prompt);
  const examples = trainingExamples(json, rows, initial.length / lm.hiddenSize);
  const first = await lm.lossAndGradient(initial, examples);
  const gradient = floats(recorded.grad);

  const parameters = Float64Array.from(initial);
  const optimizer = caseOptimizer(json.soft_prompt.optimizer, parameters.length);
  const losses = [first.loss];
  let step = first;
  while (losses.length < recorded.losses.length) {
    optimizer.step(parameters, step.gradient, json.soft_prompt.optimizer.lr);
    step = await lm.lossAndGradient(Float32Array.from(parameters), examples);
    losses.push(step.loss);
  }
  const countFits = first.labelCount === json.soft_prompt.label_count;
  const lossDeviation = countFits ? Math.abs(first.loss - recorded.loss) : Number.POSITIVE_INFINITY;
  const relative = maxDifference(first.gradient, gradient) / maxAbs(gradient);
  return [
    part('loss', lossDeviation, tolerance.loss_abs),
    part('gradient', relative, tolerance.grad_rel),
    part('losses', maxDifference(losses, recorded.losses), tolerance.losses_abs),
  ];
}

/** Rows with the number of labelled ids at their end; labels [row, virtual + padded length] hold -100 elsewhere. */
function trainingExamples(json: CaseJson, rows: readonly number[][], virtual: number): TrainingExample[] {
  const labels = integerRows(json.soft_prompt.labels);
  return rows.map((ids, i) => {
    const own = labels[i]!.slice(virtual, virtual + ids.length);
    const answerTokens = own.filter((label) => label !== -100).length;
    const tail = own.slice(ids.length - answerTokens);
    const elsewhere = labels[i]!.filter((label) => label !== -100).length - answerTokens;
    if (elsewhere > 0 || tail.some((label, k) => label !== ids[ids.length - answerTokens + k])) {
      throw new LabError('model.check-format', { what: `labels of row ${i} are not the end of the row` });
    }
    return { ids, answerTokens };
  });
}

function caseOptimizer(optimizer: CaseOptimizer, size: number): Optimizer {
  switch (optimizer.name) {
    case 'sgd':
      return createSgd();
    case 'adam':
      return createAdam(size, optimizer);
  }
}
