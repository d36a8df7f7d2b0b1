/**
 * Broken models: what must happen with them (expect.json), and a case that makes the page try everything it does
 * with a sound one, so that the refusal comes from where it would come in a run.
 */

import type { CaseJson } from '../../src/lab/checks/check-case.ts';

type StoredArray = CaseJson['prefill']['logits'];

export interface Expectation {
  readonly file: string;
  /** error: refused with a message; report: noticed before any result; work: loads and runs all the same. */
  readonly must: 'error' | 'report' | 'work';
  /** Regular expressions (alternatives by `|`), each to be found in the message. */
  readonly message_should_mention: readonly string[];
  readonly input_ids?: readonly number[];
  readonly logits?: StoredArray;
}

const DEFAULT_IDS = [5, 17, 9, 30, 12, 8];
const VIRTUAL_TOKENS = 2;

function store(dtype: 'float32' | 'int32', shape: readonly number[], values: readonly number[]): StoredArray {
  const array = dtype === 'float32' ? Float32Array.from(values) : Int32Array.from(values);
  return { dtype, shape, base64: Buffer.from(array.buffer).toString('base64') };
}

const zeros = (shape: readonly number[]) =>
  store('float32', shape, Array(shape.reduce((product, size) => product * size, 1)).fill(0));

/** A case whose recorded values are zeros except for the logits that expect.json may hold. */
export function probeCase(expectation: Expectation, config: Readonly<Record<string, unknown>>): CaseJson {
  const ids = expectation.input_ids ?? DEFAULT_IDS;
  const hidden = Number(config.hidden_size ?? config.n_embd ?? 32);
  const vocabulary = expectation.logits?.shape[1] ?? Number(config.vocab_size ?? 40);
  const virtual = Array(VIRTUAL_TOKENS).fill(-100);
  return {
    format: 1,
    name: expectation.file,
    dialect: '',
    dtype: '',
    file: expectation.file,
    tolerance: { logits_abs: 2e-4, loss_abs: 0, grad_rel: 0, losses_abs: 0 },
    embedding: { sample_token: ids[0]!, sample_embedding: zeros([hidden]) },
    prefill: {
      lengths: [ids.length],
      input_ids: store('int32', [1, ids.length], ids),
      logits: expectation.logits ?? zeros([ids.length, vocabulary]),
    },
    decode: {
      prompt: store('int32', [1, ids.length], ids),
      greedy_ids: [0, 0],
      logits: zeros([2, vocabulary]),
    },
    soft_prompt: {
      soft_prompt: zeros([VIRTUAL_TOKENS, hidden]),
      labels: store(
        'int32',
        [1, VIRTUAL_TOKENS + ids.length],
        [...virtual, ...ids.map((id, i) => (i < ids.length - 2 ? -100 : id))],
      ),
      label_count: 2,
      loss: 0,
      grad: zeros([VIRTUAL_TOKENS, hidden]),
      losses: [0],
      optimizer: { name: 'sgd', lr: 0.1 },
    },
  };
}

/** Whether the message says all it should; sentences group digits (4,096), expectations do not. */
export function judgeError({ must, message_should_mention }: Expectation, message: string): boolean {
  const plain = message.replace(/(\d),(?=\d{3})/g, '$1');
  return must !== 'work' && message_should_mention.every((pattern) => new RegExp(pattern, 'i').test(plain));
}
