import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportResult } from '../../src/lab/study/testing/report-study.ts';
import type { LabBrowser } from './browser.ts';
import { readStudyFile, toRequest, toStudy } from './study-config.ts';
import { describeStudy } from './study-table.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'study-'));
  writeFileSync(join(folder, 'train.jsonl'), '');
  writeFileSync(join(folder, 'test.jsonl'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const lab = { serveFile: (path: string) => `/served${path}`, serveFolder: () => [] } as unknown as LabBrowser;
const read = (value: unknown) => toRequest(toStudy(value, folder, 'study.json'), lab);

describe('a study’s configuration file', () => {
  it('may be empty: the embedded study', () => {
    expect(read({})).toEqual({ settings: { tuning: {} } });
  });

  it('names models, files and settings', () => {
    writeFileSync(
      join(folder, 'study.json'),
      JSON.stringify({
        models: ['micro/m1-base', { model: 'owner/name@v2', role: 'base', family: 'x', chatTemplate: false }],
        train: 'train.jsonl',
        test: 'test.jsonl',
        seeds: [0, 1],
        items: 20,
        steps: 10,
        learningRate: 0.01,
      }),
    );
    expect(toRequest(readStudyFile(join(folder, 'study.json')), lab)).toEqual({
      models: [
        { model: { kind: 'embedded', id: 'micro/m1-base' }, known: {} },
        {
          model: { kind: 'hub', id: 'owner/name', revision: 'v2' },
          known: { role: 'base', family: 'x', useChatTemplate: false },
        },
      ],
      files: [
        { name: 'train.jsonl', url: `/served${join(folder, 'train.jsonl')}`, role: 'train' },
        { name: 'test.jsonl', url: `/served${join(folder, 'test.jsonl')}`, role: 'test' },
      ],
      settings: { seeds: [0, 1], itemLimit: 20, tuning: { steps: 10, learningRate: 0.01 } },
    });
  });

  it('takes the labels beside its files, unless told not to, and the prompt that it names', () => {
    writeFileSync(join(folder, 'test-labels.lst'), '');
    const labels = { name: 'test-labels.lst', url: `/served${join(folder, 'test-labels.lst')}` };
    expect(read({ test: 'test.jsonl', prompt: 2 })).toMatchObject({ files: [{ labels }], promptIndex: 1 });
    const without = read({ test: 'test.jsonl', labels: false });
    expect(without.files![0]).not.toHaveProperty('labels');
    expect(without).not.toHaveProperty('promptIndex');
    rmSync(join(folder, 'test-labels.lst'));
  });

  it.each([
    [{ prompt: 1 }, /study\.json: "prompt"/],
    [{ model: [] }, /study\.json: "model"/],
    [{ models: [] }, /"models"/],
    [{ models: ['nothing here'] }, /neither a folder/],
    [{ steps: 0 }, /"steps"/],
    [{ conditions: ['magic'] }, /"conditions\.0"/],
    [{ test: 'missing.jsonl' }, /There is no file missing\.jsonl/],
    [{ task: 'closed', test: 'test.jsonl' }, /say their own task/],
  ])('%j is refused', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });

  it('that is no JSON is named', () => {
    writeFileSync(join(folder, 'broken.json'), '{');
    expect(() => readStudyFile(join(folder, 'broken.json'))).toThrow(/broken\.json is no JSON/);
  });
});

describe('a study as text', () => {
  const text = describeStudy(reportResult());
  it('puts swap distances beside the recipe’s', () => {
    const line = text.split('\n').find((row) => /post-trained zero-shot +base zero-shot +7\.5/.test(row));
    expect(line).toMatch(/7\.5 +\[[\d.]+, [\d.]+\] +0\.\d % +7 +7\.5$/);
    expect(text).toMatch(/post-trained zero-shot +base zero-shot, knowledge +1 .* 1\n/);
  });
  it('says which rankings are none, and ranks with ties', () => {
    expect(text).toContain(
      'm4 18.0 > m2 9.6 > m3 2.6 = m5 2.6 > m1 2.2  (compressed: ties m3=m5; like zero m1;',
    );
  });
  it('gives gaps and their pairs', () => {
    const interval = String.raw`\[\+[\d.]+, \+[\d.]+\]`;
    expect(text).toMatch(
      new RegExp(String.raw`zero-shot +mean \+39\.8 ${interval}; m1 \+70\.2 ${interval}, `),
    );
    expect(text).toMatch(/bootstrap: 2,000 draws of the 228 items, seed 1/);
  });
});
