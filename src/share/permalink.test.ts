import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../lab/types.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { deflateText, MAX_INFLATED_BYTES } from './deflate.ts';
import { decodeResult, encodeResult, isResultHash } from './permalink.ts';
import { example, result } from './testing/arbitraries.ts';
import { GOLDEN_V1 } from './testing/golden-links.ts';
import { sampleAdditions, sampleExamples, sampleResult } from './testing/sample-result.ts';

const near = (value: number, digits: number) => Number(value.toPrecision(digits));
const decimals = (value: number) => Math.round(value * 10_000) / 10_000 + 0;

/** Loss columns are kept to stated digits of their largest value. */
function expectNearLosses(kept: RunResult['losses'], losses: RunResult['losses']): void {
  expect(kept.map(({ step }) => step)).toEqual(losses.map(({ step }) => step));
  const lossColumns = [
    ['loss', 6],
    ['gradientNorm', 3],
    ['seconds', 2],
  ] as const;
  for (const [field, digits] of lossColumns) {
    const largest = Math.max(0, ...losses.map((p) => Math.abs(p[field])));
    for (const [i, p] of losses.entries()) {
      const difference = Math.abs(kept[i]![field] - p[field]);
      expect(difference).toBeLessThanOrEqual(largest * 5.001 * 10 ** -digits);
    }
  }
}

describe('link of a result', () => {
  it('keeps why a self-check could not be made', async () => {
    const selfCheckSkipped = {
      code: 'hub.ort-load',
      params: { path: 'onnx/model.onnx' },
      detail: 'no kernel',
    };
    const { hash } = await encodeResult({ ...sampleResult(), selfCheck: null, selfCheckSkipped }, {});
    expect((await decodeResult(hash)).result).toMatchObject({ selfCheck: null, selfCheckSkipped });
  });

  it('keeps everything, measured numbers to the stated digits', async () => {
    await fc.assert(
      fc.asyncProperty(result, fc.array(example, { maxLength: 3 }), async (run, examples) => {
        const { hash } = await encodeResult(run, { examples });
        const shared = await decodeResult(hash);
        expectNearLosses(shared.result.losses, run.losses);
        expect(shared.version).toBe(2);
        expect(shared.result).toEqual({
          ...run,
          points: run.points.map((p) => ({ ...p, seconds: near(p.seconds, 3) })),
          losses: run.losses.map((p, i) => ({ ...shared.result.losses[i], step: p.step })),
          selfCheck: run.selfCheck && {
            ...run.selfCheck,
            maxAbsDifference: near(run.selfCheck.maxAbsDifference, 3),
            tolerance: near(run.selfCheck.tolerance, 3),
            argmaxAgreement: near(run.selfCheck.argmaxAgreement, 6),
          },
          cost: {
            ...run.cost,
            secondsPerStep: near(run.cost.secondsPerStep, 3),
            totalSeconds: near(run.cost.totalSeconds, 3),
          },
          analysis: run.analysis && {
            ...run.analysis,
            comparisons: run.analysis.comparisons.map((c) => ({
              ...c,
              low: decimals(c.low),
              high: decimals(c.high),
            })),
            scoring: run.analysis.scoring.map((detail) => ({
              ...detail,
              probabilityMass: detail.probabilityMass === null ? null : near(detail.probabilityMass, 4),
            })),
          },
          controls: run.controls?.map((entry, i) => ({
            ...entry,
            points: entry.points.map((p) => ({ ...p, seconds: near(p.seconds, 3) })),
            losses: shared.result.controls![i]!.losses,
          })),
        });
        for (const [i, entry] of (run.controls ?? []).entries()) {
          expectNearLosses(shared.result.controls![i]!.losses, entry.losses);
        }
        expect(shared.examples).toEqual(
          examples.map((e) => ({
            ...e,
            verdicts: Object.fromEntries(
              Object.entries(e.verdicts).map(([name, v]) => [
                name,
                v?.optionLogProbs ? { ...v, optionLogProbs: v.optionLogProbs.map((x) => near(x, 5)) } : v,
              ]),
            ),
          })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('encodes what it decoded to the same link', async () => {
    const { hash } = await encodeResult(sampleResult(), { examples: sampleExamples() });
    const { result: back, examples } = await decodeResult(hash);
    expect((await encodeResult(back, { examples })).hash).toBe(hash);
  });

  it('opens a link made when version 1 was new', async () => {
    const shared = await decodeResult(GOLDEN_V1);
    const fresh = await decodeResult(
      (await encodeResult(sampleResult(), { examples: sampleExamples() })).hash,
    );
    expect({ ...shared, version: 2 }).toEqual(fresh);
    expect(shared.result.config).toEqual(sampleResult().config);
    expect(shared.examples).toEqual(sampleExamples());
  });

  it('stays below 2,000 characters for a default run', async () => {
    const { hash, length } = await encodeResult(sampleResult());
    expect(length).toBe(hash.length);
    expect(length).toBeLessThan(2_000);
  });

  it('stays below 4,000 characters with analysis and a placebo control', async () => {
    const { length } = await encodeResult({ ...sampleResult(), ...sampleAdditions() });
    expect(length).toBeLessThan(4_000);
  });

  it('holds no benchmark item and no soft prompt unless examples are passed', async () => {
    const { hash } = await encodeResult(sampleResult());
    const { result: back, examples } = await decodeResult(hash);
    expect(examples).toEqual([]);
    expect(back).not.toHaveProperty('softPrompt');
  });

  it('opens after programs escaped it, wrapped it or put punctuation behind it', async () => {
    const { hash } = await encodeResult(sampleResult());
    const expected = await decodeResult(hash);
    const once = `#${encodeURIComponent(hash.slice(1))}`;
    const every = `#${hash.slice(1).replace(/[^A-Za-z0-9]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
    const twice = `#${encodeURIComponent(encodeURIComponent(hash.slice(1)))}`;
    const wrapped = `${hash.slice(0, 70)}\n  ${hash.slice(70)}`;
    for (const variant of [
      once,
      every,
      twice,
      wrapped,
      hash.slice(1),
      `${hash}.`,
      `${hash})`,
      `${hash}%20`,
    ]) {
      expect(isResultHash(variant), variant.slice(0, 40)).toBe(true);
      expect(await decodeResult(variant)).toEqual(expected);
    }
  });
});

/** A link around any JSON value. */
async function linkOf(value: unknown, version = 2): Promise<string> {
  return `#r=${version}.${toBase64Url(await deflateText(JSON.stringify(value)))}`;
}

async function payloadOf(hash: string): Promise<unknown[]> {
  const bytes = fromBase64Url(hash.replace(/^#r=2\./, ''))!;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

describe('hostile and damaged links', () => {
  it.each([
    ['', 'share.notALink'],
    ['#', 'share.notALink'],
    ['#r=', 'share.notALink'],
    ['#r=x.abc', 'share.notALink'],
    ['#run', 'share.notALink'],
    ['#r=3.eJwDAAAAAAE', 'share.unknownVersion'],
    ['#r=0.eJwDAAAAAAE', 'share.unknownVersion'],
    ['#r=999999.eJwDAAAAAAE', 'share.unknownVersion'],
    ['#r=1.AAAA', 'share.corrupt'],
    ['#r=1.A', 'share.corrupt'],
    ['#r=1.eJwDAAAAAAE', 'share.corrupt'],
    ['#r=1.%zz', 'share.notALink'],
  ])('%s: %s', async (hash, code) => {
    await expect(decodeResult(hash)).rejects.toMatchObject({ code });
  });

  it('notices every lost or changed character', async () => {
    const { hash } = await encodeResult(sampleResult());
    const start = '#r=2.'.length;
    for (let at = start; at < hash.length - 1; at += 37) {
      const other = hash[at] === 'A' ? 'B' : 'A';
      const changed = hash.slice(0, at) + other + hash.slice(at + 1);
      await expect(decodeResult(changed), `changed at ${at}`).rejects.toMatchObject({
        code: 'share.corrupt',
      });
      const cut = hash.slice(0, at);
      await expect(decodeResult(cut), `cut at ${at}`).rejects.toMatchObject({
        code: at === start ? 'share.notALink' : 'share.corrupt',
      });
    }
  });

  it('refuses what unpacks to more than the limit without unpacking all of it', async () => {
    const bomb = toBase64Url(await deflateText('0'.repeat(MAX_INFLATED_BYTES * 16)));
    await expect(decodeResult(`#r=1.${bomb}`)).rejects.toMatchObject({ code: 'share.tooLarge' });
  });

  it.each([null, 1, 'text', {}, [], [[]], Array(14).fill(null), Array(14).fill([]), Array(14).fill({})])(
    'refuses the value %j',
    async (value) => {
      for (const version of [1, 2]) {
        await expect(decodeResult(await linkOf(value, version))).rejects.toMatchObject({
          code: 'share.schema',
        });
      }
    },
  );

  it('refuses any part replaced by something of another type', async () => {
    const { hash } = await encodeResult(
      { ...sampleResult(), ...sampleAdditions() },
      { examples: sampleExamples() },
    );
    const packed = await payloadOf(hash);
    const paths: number[][] = [];
    const walk = (value: unknown, path: number[]): void => {
      paths.push(path);
      if (!Array.isArray(value)) return;
      const most = path.length < 2 ? value.length : 4;
      for (const [i, entry] of value.slice(0, most).entries()) walk(entry, [...path, i]);
    };
    for (const [i, entry] of packed.entries()) walk(entry, [i]);
    expect(paths.length).toBeGreaterThan(150);
    for (const path of paths) {
      for (const replacement of [{ toString: 1 }, { length: 1e9 }]) {
        const copy = structuredClone(packed);
        const parent = path.slice(0, -1).reduce<unknown[]>((value, step) => value[step] as unknown[], copy);
        parent[path.at(-1)!] = replacement;
        await expect(
          decodeResult(await linkOf(copy)),
          JSON.stringify([path, replacement]),
        ).rejects.toMatchObject({
          code: 'share.schema',
        });
      }
    }
  });

  it('refuses counts that cannot be', async () => {
    const { hash } = await encodeResult(sampleResult());
    const packed = await payloadOf(hash);
    const points = (packed[0] as unknown[])[9] as [unknown, unknown, unknown, number[][], number];
    points[3][0]![0] = 61;
    await expect(decodeResult(await linkOf(packed))).rejects.toMatchObject({ code: 'share.schema' });
    points[3][0]![0] = -1;
    await expect(decodeResult(await linkOf(packed))).rejects.toMatchObject({ code: 'share.schema' });
  });

  it('keeps markup as text and object keys harmless', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const sample = sampleResult();
    const { hash } = await encodeResult({ ...sample, adapter: evil });
    expect((await decodeResult(hash)).result.adapter).toBe(evil);
    const packed = await payloadOf(hash);
    (packed[0] as unknown[])[5] = JSON.parse('{"__proto__": "polluted", "a": "1"}');
    const { result: back } = await decodeResult(await linkOf(packed)).catch(() => ({ result: sample }));
    expect(Object.getPrototypeOf(back.versions)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
