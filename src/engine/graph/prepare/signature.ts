/**
 * Whether inputs and outputs are those of a causal LM as optimum and onnxruntime-genai write them.
 *
 * Judges names, element types and ranks only. Some exports give inputs each other's names; this is where that shows.
 */
import { LabError } from '../../../lib/errors.ts';
import type { OnnxDtype, OnnxModel, OnnxValueInfo } from '../../onnx/types.ts';

interface Expectation {
  readonly name: RegExp;
  readonly dtypes: readonly OnnxDtype[];
  readonly ranks: readonly number[];
}

const INTEGERS: readonly OnnxDtype[] = ['int64', 'int32'];
const FLOATS: readonly OnnxDtype[] = ['float32', 'float16', 'bfloat16'];

const EXPECTED: readonly Expectation[] = [
  { name: /^input_ids$/, dtypes: INTEGERS, ranks: [2] },
  { name: /^inputs_embeds$/, dtypes: FLOATS, ranks: [3] },
  // Floats: onnxruntime's own GPT-2 exports. Rank 4: masks that the caller makes causal.
  { name: /^attention_mask$/, dtypes: [...INTEGERS, ...FLOATS, 'bool'], ranks: [2, 4] },
  { name: /^position_ids$/, dtypes: INTEGERS, ranks: [1, 2] },
  // Rank 3: old Bloom exports fuse batch and heads.
  { name: /^past_key_values\./, dtypes: FLOATS, ranks: [3, 4] },
  { name: /^past_conv\./, dtypes: FLOATS, ranks: [3] },
];

/** Throws `graph.no-logits`, `graph.no-token-input` or `graph.input-type`. */
export function checkSignature(model: OnnxModel): void {
  const { inputs, outputs } = model.graph;
  const file = model.path;
  const names = inputs.map((i) => i.name);
  if (!names.includes('input_ids') && !names.includes('inputs_embeds')) {
    throw new LabError('graph.no-token-input', { file, inputs: names });
  }
  if (!outputs.some((o) => o.name === 'logits')) {
    throw new LabError('graph.no-logits', { file, outputs: outputs.map((o) => o.name) });
  }
  for (const { name, dtype, dims } of inputs) {
    const expected = EXPECTED.find((e) => e.name.test(name));
    if (!expected) continue;
    // No dims: the file does not say.
    const rankFits = dims.length === 0 || (expected.ranks.includes(dims.length) && !isCacheLike(name, dims));
    if (!rankFits || !expected.dtypes.includes(dtype)) {
      throw new LabError('graph.input-type', { file, input: name, dtype, dims: dims.map((d) => d ?? '?') });
    }
  }
}

/** A mask of rank 4 has one entry for all heads; with more it is a cache that got the mask's name. */
function isCacheLike(name: string, dims: OnnxValueInfo['dims']): boolean {
  return name === 'attention_mask' && dims.length === 4 && dims[1] !== 1;
}
