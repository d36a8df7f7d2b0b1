/** A judge's counts in links, files and exports; its address and key have no place in any of them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countJudged } from '../eval/index.ts';
import type { JudgeSummary } from '../lab/judge/types.ts';
import type { ExampleRecord } from '../lab/types.ts';
import { markdownFile, provenance, resultsFile } from './exports.ts';
import { resultFromJson, resultToJson } from './json-file.ts';
import { decodeResult, encodeResult } from './permalink.ts';
import { sampleResult } from './testing/sample-result.ts';

const { softPrompt: _bytes, ...run } = sampleResult();

const entry = fc.record(
  { rule: fc.boolean(), judge: fc.constantFrom(true, false, null, 'failed' as const) },
  { requiredKeys: ['rule'] },
);
const counts = fc.array(entry, { maxLength: 30 }).map(countJudged);
const count = fc.nat(1_000_000);
const judge: fc.Arbitrary<JudgeSummary> = fc.record({
  kind: fc.constantFrom('endpoint' as const, 'page' as const),
  model: fc.string({ unit: 'grapheme', maxLength: 40 }),
  promptVersion: fc.string({ maxLength: 5 }),
  scope: fc.constantFrom('misses' as const, 'all' as const),
  conditions: fc.array(
    fc.record(
      {
        condition: fc.constantFrom('zero-shot' as const, 'few-shot' as const, 'soft-prompt' as const),
        step: count,
        knowledge: counts,
        format: counts,
      },
      { requiredKeys: ['condition', 'step'] },
    ),
    { maxLength: 3 },
  ),
  usage: fc.record({
    requests: count,
    cached: count,
    promptTokens: fc.option(count),
    completionTokens: fc.option(count),
  }),
});

const last = run.points.findLast(({ condition }) => condition === 'soft-prompt')!;
const summary: JudgeSummary = {
  kind: 'endpoint',
  model: 'qwen3:8b',
  promptVersion: '1',
  scope: 'misses',
  conditions: [
    {
      condition: 'soft-prompt',
      step: last.step,
      knowledge: countJudged([
        ...Array(8).fill({ rule: true }),
        ...Array(3).fill({ rule: false, judge: true }),
        { rule: false, judge: null },
      ]),
    },
  ],
  usage: { requests: 4, cached: 0, promptTokens: 900, completionTokens: 20 },
};

describe('a judge in what is passed on', () => {
  it('survives a link and a file', async () => {
    await fc.assert(
      fc.asyncProperty(judge, async (made) => {
        const { hash } = await encodeResult({ ...run, judge: made });
        expect((await decodeResult(hash)).result.judge).toEqual(made);
        expect(resultFromJson(resultToJson({ ...run, judge: made })).result.judge).toEqual(made);
      }),
      { numRuns: 50 },
    );
  });

  it('takes few characters of a link', async () => {
    const without = (await encodeResult(run)).length;
    expect((await encodeResult({ ...run, judge: summary })).length - without).toBeLessThan(200);
  });

  it('is refused where it counts more than there is', async () => {
    const [condition] = summary.conditions;
    const knowledge = { ...condition!.knowledge!, n: 1 };
    const wrong = { ...summary, conditions: [{ ...condition!, knowledge }] };
    await expect(encodeResult({ ...run, judge: wrong })).rejects.toMatchObject({ code: 'share.schema' });
  });

  it('leaves what items carry for a judge out of links, and keeps it in files', async () => {
    const example: ExampleRecord = {
      itemId: 'a',
      prompt: 'Question: x?\nAnswer:',
      answer: '#### 1',
      verdicts: {},
      item: { task: 'open', question: 'x?', accepted: ['1', 'one'], form: { kind: 'hash' }, language: 'en' },
    };
    const { item: _, ...bare } = example;
    const { hash } = await encodeResult(run, { examples: [example] });
    expect((await decodeResult(hash)).examples).toEqual([bare]);
    expect(resultFromJson(resultToJson(run, [example])).examples).toEqual([example]);
  });

  it('stands in exports with its name, the version of its prompts and its rates', () => {
    const judged = { ...run, judge: summary };
    expect(provenance(judged).judge).toEqual({
      model: 'qwen3:8b',
      runs: 'endpoint',
      prompt_version: '1',
      scope: 'misses',
      unscored: 'counted as not credited',
    });
    expect(provenance(run)).not.toHaveProperty('judge');
    const { results, soft_prompt_lab } = JSON.parse(resultsFile(judged));
    const row = results[`${run.config.benchmarkName}_soft-prompt_step${last.step}`];
    // 8 by the rule and 3 by the judge, of 12; one unscored counts as not credited.
    expect(row['knowledge,rule-then-judge']).toBe(11 / 12);
    expect(row['knowledge_n,rule-then-judge']).toBe(12);
    expect(row['knowledge,none']).toBe(last.metrics.knowledge.rate);
    expect(soft_prompt_lab.judge).toEqual(summary);
    expect(markdownFile(judged, (key) => key)).toContain('judge qwen3:8b (prompts 1)');
  });
});
