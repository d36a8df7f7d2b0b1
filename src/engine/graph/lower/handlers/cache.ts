/**
 * TensorScatter (opset 24): keys and values written into a buffer of a fixed length, of which Attention's nonpad_kv_seqlen
 * says how much counts.
 *
 * The engine keeps its own cache, so the new tokens stand for all, as where a cache grows by Concat (shape.ts).
 */
import { LabError } from '../../../../lib/errors.ts';
import type { OnnxNode } from '../../../onnx/types.ts';
import { type Axis, isTokenAxis } from '../axes.ts';
import { intAttr, type Lowering, stringAttr } from '../lowering.ts';
import type { Handler } from './types.ts';

/**
 * Keys and values before the new tokens are the engine's own; a file that stores some (a prefix tuned into it) is refused, as
 * they would be left out.
 */
export async function checkPast(
  L: Lowering,
  node: OnnxNode,
  ...names: readonly (string | undefined)[]
): Promise<void> {
  for (const name of names) {
    if (!name) continue;
    const past = await L.constant(name).catch((error: unknown) => {
      // The contents of an input are not known.
      if (error instanceof LabError) return undefined;
      throw error;
    });
    if (past && past.data.length > 0)
      throw L.unsupported(node, `keys or values that the file stores (${name})`);
  }
}

const tensorScatter: Handler = async (node, L) => {
  const [buffer, , indices] = node.inputs;
  const x = L.tensor(node, 1);
  const axis = intAttr(node, 'axis', -2);
  const at = axis < 0 ? axis + x.axes.length : axis;
  if (!isTokenAxis(x.axes[at]!)) throw L.unsupported(node, 'an axis that is not that of the tokens');
  if (!L.graph.inputs.some(({ name }) => name === buffer))
    throw L.unsupported(node, 'a buffer that is no input of the file');
  // A buffer that wraps around forgets: what a query sees would hang on where it wrapped.
  if (stringAttr(node, 'mode', 'linear') !== 'linear') throw L.unsupported(node, 'a circular buffer');
  if (indices && (await L.integers(indices)).some((index) => index !== L.probe.past))
    throw L.unsupported(node, 'tokens written elsewhere than behind those before');
  L.set(node.outputs[0], { ...x, axes: x.axes.map((a, i): Axis => (i === at ? [{ kind: 'T' }] : a)) });
};

export const cacheHandlers: Record<string, Handler> = { TensorScatter: tensorScatter };
