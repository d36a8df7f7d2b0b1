/**
 * Exported models of all dialects in float64, lowered with and without fusion: recorded logits, loss and gradient, and
 * both programs against each other.
 */
import { describe, expect, it } from 'vitest';
import { floats, integerRows, maxAbs, maxDifference, type StoredArray } from '../../lab/checks/tensors.ts';
import { packedBatch } from '../model/batch.ts';
import { readModel } from '../onnx/read-model.ts';
import { fixtureNames, fixturesFolder, haveFixtures, readJson } from '../onnx/testing/fixtures.ts';
import { fsFiles } from '../onnx/testing/fs-files.ts';
import type { ReferenceWeight } from '../reference/linear.ts';
import { referenceProgram } from '../reference/run-program.ts';
import { differentiate } from './differentiate.ts';
import { embeddingTableFrom } from './lower/index.ts';
import { completeProgram, lowerGraph } from './lower/lower-causal-lm.ts';
import { fuse } from './passes/fuse.ts';

interface Truth {
  readonly prefill: { readonly logits: StoredArray };
  readonly soft_prompt: { readonly loss: number; readonly grad: StoredArray };
}

interface Case extends Truth {
  readonly file: string;
  readonly embedding: { readonly table?: StoredArray };
  readonly prefill: Truth['prefill'] & { readonly lengths: number[]; readonly input_ids: StoredArray };
  readonly soft_prompt: Truth['soft_prompt'] & {
    readonly soft_prompt: StoredArray;
    readonly labels: StoredArray;
    readonly label_count: number;
  };
  readonly weight_only?: Truth;
}

/** Recorded values are rounded to f32, and the files' own rotary tables are computed in f32. */
const RECORDED = 5e-6;
/** Fusion reorders float64 sums and takes exporters' f32 constants for the usual ones. */
const FUSED = 2e-7;

describe.runIf(haveFixtures)('a fixture in float64, fused and as exported', () => {
  it.each(fixtureNames)(
    '%s',
    async (name) => {
      const json = readJson(`${name}/case.json`) as Case;
      const { table } = json.embedding;
      const given = table ? embeddingTableFrom(floats(table), table.shape[0]!) : undefined;
      const model = await readModel(fsFiles(`${fixturesFolder}/${name}`), json.file);
      const lowered = await lowerGraph(model, given);
      const plain = completeProgram(lowered, lowered.program);
      const fused = completeProgram(lowered, fuse(lowered.program, [lowered.inputsEmbeds, lowered.logits]));
      expect(fused.nodes.length).toBeLessThanOrEqual(plain.nodes.length);

      const rows = integerRows(json.prefill.input_ids).map((row, i) => row.slice(0, json.prefill.lengths[i]));
      const prefill = packedBatch(
        rows.map((ids) => ({
          virtualTokens: 0,
          ids,
          selected: ids.map((_, position) => ({ position, target: -1 })),
        })),
      );
      const { soft_prompt: recorded } = json;
      const softPrompt = floats(recorded.soft_prompt);
      const virtualTokens = softPrompt.length / fused.hiddenSize;
      const labels = integerRows(recorded.labels);
      const training = packedBatch(
        rows.map((ids, row) => ({
          virtualTokens,
          ids,
          selected: labels[row]!.flatMap((target, i) => (target < 0 ? [] : [{ position: i - 1, target }])),
        })),
        { softPrompt, lossScale: 1 / recorded.label_count },
      );

      const decoded = new Map<unknown, ReferenceWeight>();
      const outcomes = [];
      for (const forward of [plain, fused]) {
        const program = differentiate(forward);
        const reference = await referenceProgram(program, decoded);
        const [logits] = await reference.run(prefill, [program.logits]);
        const [losses, gradient] = await reference.run(training, [program.rowLoss, program.promptGradient]);
        const loss = losses!.reduce((a, b) => a + b, 0) / recorded.label_count;
        outcomes.push({ logits: logits!, loss, gradient: gradient! });
      }
      const [a, b] = outcomes as [(typeof outcomes)[number], (typeof outcomes)[number]];
      const scale = maxAbs(b.gradient);
      expect(maxDifference(a.logits, b.logits)).toBeLessThan(FUSED);
      expect(Math.abs(a.loss - b.loss)).toBeLessThan(FUSED);
      expect(maxDifference(a.gradient, b.gradient) / scale).toBeLessThan(FUSED);

      const truth = json.weight_only ?? json;
      expect(maxDifference(b.logits, floats(truth.prefill.logits))).toBeLessThan(RECORDED);
      expect(Math.abs(b.loss - truth.soft_prompt.loss)).toBeLessThan(RECORDED);
      expect(maxDifference(b.gradient, floats(truth.soft_prompt.grad)) / scale).toBeLessThan(RECORDED);
    },
    60_000,
  );
});
