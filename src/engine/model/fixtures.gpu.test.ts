/**
 * Exported models of all dialects against their recorded logits, cached decoding, soft-prompt loss, gradient and ten
 * updates, each within the tolerance of its case.json.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { type CaseJson, checkCase } from '../../lab/checks/check-case.ts';
import { floats } from '../../lab/checks/tensors.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { loadCausalLM } from './causal-lm.ts';
import { hasSharedFolder, sharedFiles, sharedJson, sharedText } from './testing/shared-folder.ts';

const present = await hasSharedFolder();
/** Every folder in the table of the fixtures' index; its rows have the exporter's dialect in the third column. */
const cases = present
  ? [...(await sharedText('fixtures/INDEX.md')).matchAll(/^\| ([\w-]+) \|[^|]*\| [ABCM] /gm)].map(
      (row) => row[1]!,
    )
  : [];

describe.runIf(present)('fixtures', () => {
  const rows: string[] = [];
  afterAll(() => {
    console.log(rows.join('\n'));
  });

  test('all folders of the index are tried', () => {
    expect(cases.length).toBeGreaterThanOrEqual(46);
    expect(cases).toContain('ts18-llama');
    expect(cases).toContain('tjs-gpt2-fp16');
  });

  test.each(cases)('%s', async (name) => {
    const json = await sharedJson<CaseJson>(`fixtures/${name}/case.json`);
    const { table } = json.embedding;
    const lm = await loadCausalLM({
      gpu: await openTestGpu(),
      files: sharedFiles(`fixtures/${name}`),
      path: json.file,
      ...(table ? { embeddings: { data: floats(table), vocabSize: table.shape[0]! } } : {}),
    });
    try {
      const report = await checkCase(lm, json);
      const parts = report.parts.map(({ part, deviation }) => `${part} ${deviation.toExponential(1)}`);
      rows.push(`${name}: ${parts.join(', ')}`);
      expect(report.parts).toHaveLength(8);
      expect(report.parts.filter((part) => !part.passed)).toEqual([]);
      expect(report.passed).toBe(true);
    } finally {
      await lm.dispose();
    }
    expect(lm.memory().liveBytes).toBe(0);
  });
});
