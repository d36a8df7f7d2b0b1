/**
 * Exported models against their recorded logits, cached decoding, soft-prompt loss, gradient and ten updates, each within
 * the tolerance of its case.json.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { type CaseJson, checkCase } from '../../lab/checks/check-case.ts';
import { openTestGpu } from '../gpu/testing/open-test-gpu.ts';
import { loadCausalLM } from './causal-lm.ts';
import { hasSharedFolder, sharedFiles, sharedJson } from './testing/shared-folder.ts';

const cases = [
  'ts18-llama',
  'ts18-llama-keep',
  'tjs-llama-fp16',
  'ts13-gpt2',
  'ts13-gpt2-merged',
  'tjs-gpt2-fp16',
  'dyn18-llama',
  'ext-llama-mixed',
];

const present = await hasSharedFolder();

describe.runIf(present)('fixtures', () => {
  const rows: string[] = [];
  afterAll(() => {
    console.log(rows.join('\n'));
  });

  test.each(cases)('%s', async (name) => {
    const json = await sharedJson<CaseJson>(`fixtures/${name}/case.json`);
    const gpu = await openTestGpu();
    const lm = await loadCausalLM({ gpu, files: sharedFiles(`fixtures/${name}`), path: json.file });
    try {
      const report = await checkCase(lm, json);
      const parts = report.parts.map(({ part, deviation }) => `${part} ${deviation.toExponential(1)}`);
      rows.push(`${name}: ${parts.join(', ')}`);
      const failed = report.parts.filter((part) => !part.passed);
      expect(failed).toEqual([]);
      expect(report.passed).toBe(true);
    } finally {
      await lm.dispose();
    }
    expect(lm.memory().liveBytes).toBe(0);
  });
});
