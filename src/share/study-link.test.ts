import { describe, expect, it } from 'vitest';
import { reportResult } from '../lab/study/testing/report-study.ts';
import type { StudyResult } from '../lab/study/types.ts';
import { toBase64Url } from './base64url.ts';
import { deflateText } from './deflate.ts';
import { isResultHash } from './permalink.ts';
import { looksLikeStudyJson, studyFromJson, studyToJson } from './study-file.ts';
import { decodeStudy, encodeStudy, isStudyHash } from './study-link.ts';
import { GOLDEN_STUDY_LINK, GOLDEN_STUDY_SWAPS } from './testing/golden-study-link.ts';

const result = reportResult();

/** With hashes as long and as random as real ones: five files a model. */
function withRealHashes(study: StudyResult): StudyResult {
  const hash = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );
  const files = [
    'config.json',
    'tokenizer.json',
    'tokenizer_config.json',
    'generation_config.json',
    'onnx/m.onnx',
  ];
  return {
    ...study,
    models: study.models.map((model) => ({
      ...model,
      hashes: files.map((path) => ({ path, sha256: hash() })),
    })),
  };
}

const link = async (value: unknown) => `#s=1.${toBase64Url(await deflateText(JSON.stringify(value)))}`;

describe('a study’s link', () => {
  it('carries placebos beside the conditions', async () => {
    const study = reportResult(['wrong', 'random-slow']);
    const back = await decodeStudy((await encodeStudy(study)).hash);
    expect(back.config).toEqual(study.config);
    expect(back.cells).toEqual(study.cells);
    expect(back.analysis.gaps.map(({ condition }) => condition)).toEqual(study.config.conditions);
    expect(studyFromJson(studyToJson(study)).result).toEqual(study);
  });

  it('brings tables and rankings back', async () => {
    const { hash, length } = await encodeStudy(result);
    expect(hash).toHaveLength(length);
    expect(isStudyHash(hash)).toBe(true);
    expect(isResultHash(hash)).toBe(false);
    const back = await decodeStudy(hash);
    expect(back.config).toEqual(result.config);
    expect(back.cells).toEqual(result.cells);
    expect(back.analysis.families).toEqual(result.analysis.families);
    expect(back.hashes).toEqual(result.hashes);
    for (const [i, ranking] of result.analysis.rankings.entries()) {
      const { scores, ...rest } = back.analysis.rankings[i]!;
      expect(rest).toEqual({ ...ranking, scores: undefined });
      for (const [m, score] of ranking.scores.entries()) expect(scores[m]).toBeCloseTo(score, 4);
    }
    for (const [i, { bestNamed, ...agreement }] of result.analysis.agreements.entries()) {
      expect(back.analysis.agreements[i]).toMatchObject(agreement);
      expect(back.analysis.agreements[i]!.bestNamed).toBeCloseTo(bestNamed, 4);
    }
    for (const [i, { mean }] of result.analysis.gaps.entries()) {
      expect(back.analysis.gaps[i]!.mean.low).toBeCloseTo(mean.low, 4);
    }
    // A link of a link says the same.
    expect(await encodeStudy(back)).toEqual({ hash, length });
  });

  it('of ten models fits where links go', async () => {
    const { length } = await encodeStudy(withRealHashes(result));
    expect(length).toBeLessThan(8_000);
  });

  it('carries no technical detail of errors', async () => {
    const error = { code: 'onnx.truncated', params: { path: 'a' }, detail: 'at /home/someone/model' };
    const failed = { ...result.models[0]!, state: { status: 'failed' as const, error } };
    const { hash } = await encodeStudy({ ...result, models: [failed, ...result.models.slice(1)] });
    const { models } = await decodeStudy(hash);
    expect(models[0]!.state).toEqual({
      status: 'failed',
      error: { code: 'onnx.truncated', params: { path: 'a' } },
    });
  });

  it('made long ago still opens', async () => {
    const { analysis } = await decodeStudy(GOLDEN_STUDY_LINK);
    expect(analysis.agreements.map(({ distance }) => distance)).toEqual(GOLDEN_STUDY_SWAPS);
  });

  it.each([
    ['', 'share.notALink'],
    ['#r=1.abc', 'share.notALink'],
    ['#s=9.abcd', 'share.unknownVersion'],
    ['#s=1.abcd', 'share.corrupt'],
  ])('%s is refused with %s', async (hash, code) => {
    await expect(decodeStudy(hash)).rejects.toMatchObject({ code });
  });

  it('survives escaping, and does not survive a changed character', async () => {
    const { hash } = await encodeStudy(result);
    expect(await decodeStudy(`${encodeURIComponent(hash)}.`)).toEqual(await decodeStudy(hash));
    const middle = hash.length >> 1;
    const other = hash[middle] === 'A' ? 'B' : 'A';
    await expect(decodeStudy(hash.slice(0, middle) + other + hash.slice(middle + 1))).rejects.toMatchObject({
      code: expect.stringMatching(/^share\./),
    });
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['another layout', { ...result, cells: 3 }],
    ['a hash that is none', { ...result, hashes: { train: 'x y', test: '' } }],
  ])('with %s inside is refused', async (_, value) => {
    await expect(decodeStudy(await link(value))).rejects.toMatchObject({ code: 'share.schema' });
  });
});

describe('a study’s file', () => {
  it('brings everything back unrounded, with the command that made it', () => {
    const text = studyToJson(result, 'npm run lab -- study');
    expect(looksLikeStudyJson(text)).toBe(true);
    expect(studyFromJson(`\uFEFF${text}`)).toEqual({ result, command: 'npm run lab -- study' });
  });

  const change = (changes: object) => JSON.stringify({ ...JSON.parse(studyToJson(result)), ...changes });
  it.each([
    ['{', 'share.notAResult'],
    ['{"format":"soft-prompt-lab/result"}', 'share.notAResult'],
    [change({ schemaVersion: 2 }), 'share.unknownVersion'],
    [change({ models: result.models.slice(1) }), 'share.schema'],
    [change({ cells: [{ ...result.cells[0], model: 10 }] }), 'share.schema'],
    [
      change({ analysis: { ...result.analysis, families: result.analysis.families.slice(1) } }),
      'share.schema',
    ],
    [
      change({ analysis: { ...result.analysis, families: [{ name: 'x', base: 0, postTrained: 99 }] } }),
      'share.schema',
    ],
    [change({ extra: 1 }), 'share.schema'],
  ])('that does not fit is refused (%#)', (text, code) => {
    expect(() => studyFromJson(text)).toThrowError(expect.objectContaining({ code }));
  });
});
