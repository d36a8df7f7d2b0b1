import { describe, expect, it } from 'vitest';
import { curvesFile, markdownFile, provenance, resultsFile } from './exports.ts';
import { sampleAdditions, sampleResult } from './testing/sample-result.ts';

const result = { ...sampleResult(), ...sampleAdditions() };
const modelHash = result.hashes.model[0]!.sha256;

describe('exports', () => {
  it('results.json has lm-eval’s keys, the other scoring rules, and where it comes from', () => {
    const json = JSON.parse(resultsFile(result));
    expect(Object.keys(json)).toEqual(
      expect.arrayContaining(['results', 'n-shot', 'n-samples', 'higher_is_better', 'config', 'model_name']),
    );
    const last = json.results['Countries, closed_soft-prompt_step80'];
    expect(last['acc_norm,none']).toBeCloseTo(57 / 60);
    expect(last['exact_match,strict-match']).toBeCloseTo(50 / 60);
    expect(json.results['Countries, closed_placebo-wrong_step80']['knowledge,none']).toBeCloseTo(42 / 60);
    expect(json['n-shot']['Countries, closed_few-shot']).toBe(3);
    expect(json.config).toMatchObject({ seed: 1, run: { seed: 1 }, adapter: result.adapter });
    expect(json.config.model_files['onnx/model_fp16.onnx']).toBe(modelHash);
    expect(json.soft_prompt_lab.analysis.comparisons).toHaveLength(9);
  });

  it('results.json has the statistics that the page shows, and how the generations ended', () => {
    const { statistics, generations } = JSON.parse(resultsFile(result)).soft_prompt_lab;
    // Of 60 items two were gained and one lost.
    expect(statistics.comparisons[3]).toMatchObject({
      first: 'zero-shot',
      second: 'soft-prompt',
      metric: 'exactMatch',
      difference: expect.closeTo(1 / 60),
      gains: 2,
      losses: 1,
      p: 1,
      n: 60,
    });
    expect(statistics.knowledge_drift).toMatchObject({
      verdict: 'undecided',
      margin: 0.03,
      n: 60,
      firstStep: 0,
    });
    expect(statistics.detectable_difference).toMatchObject({ n: 60, discordant: 0.2 });
    expect(
      generations.find(
        ({ condition, step }: { condition: string; step: number }) =>
          condition === 'placebo-wrong' && step === 80,
      ),
    ).toEqual({
      condition: 'placebo-wrong',
      step: 80,
      n: 60,
      ends: { 'stop-token': 57, 'stop-rule': 0, length: 3 },
      looping: 0,
    });
    const { analysis: _, ...older } = result;
    expect(JSON.parse(resultsFile(older)).soft_prompt_lab.statistics).toEqual({});
  });

  it('the CSV has every rate and loss, each line with its provenance', () => {
    const [head, ...lines] = curvesFile(result).trimEnd().split('\r\n');
    const columns = head!.split(',');
    expect(columns.slice(0, 4)).toEqual(['condition', 'step', 'metric', 'rate']);
    expect(lines.filter((line) => line.startsWith('soft-prompt,80,format,'))).toHaveLength(1);
    expect(lines.filter((line) => /^soft-prompt,\d+,loss,/.test(line))).toHaveLength(80);
    expect(lines.some((line) => line.startsWith('placebo-wrong,80,knowledge,0.7,'))).toBe(true);
    // Three of sixty were cut at the budget.
    expect(lines.some((line) => line.startsWith('placebo-wrong,80,truncated,0.05,0.017'))).toBe(true);
    expect(lines.some((line) => line.startsWith('placebo-wrong,80,looping,0,0,'))).toBe(true);
    for (const line of lines) {
      expect(line).toContain(modelHash);
      expect(line).toContain('"Countries, closed"');
      expect(line.replace(/"[^"]*"/g, 'quoted').split(',')).toHaveLength(columns.length);
    }
  });

  it('the Markdown table has the last evaluation of each condition', () => {
    const lines = markdownFile(result, (key) => key).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      '| condition | exactMatch | knowledge | format |',
      '| --- | ---: | ---: | ---: |',
    ]);
    expect(lines[4]).toMatch(/^\| soft-prompt \(step 80\) \| \d/);
    expect(lines.at(-2)).toContain(`sha256 ${modelHash.slice(0, 12)}`);
    expect(lines.at(-2)).toContain('seed 1');
  });

  it('provenance names every model file', () => {
    expect(Object.keys(provenance(result).model_files as object)).toHaveLength(5);
  });
});
