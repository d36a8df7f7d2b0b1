import { describe, expect, it } from 'vitest';
import { createFormatters } from './format.ts';

const en = createFormatters('en');
const de = createFormatters('de');
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('formatters', () => {
  it('write shares as percent in each language', () => {
    expect(en.percent(0.987)).toBe('98.7%');
    expect(plain(de.percent(0.987))).toBe('98,7 %');
    expect(en.percent(1, 0)).toBe('100%');
    expect(en.smallPercent(0.000006)).toBe('0.0006%');
  });

  it('write negative numbers with the minus sign', () => {
    expect(en.fixed(-0.28, 2)).toBe('\u22120.28');
    expect(de.number(-30)).toBe('\u221230');
    expect(plain(de.percent(-0.021))).toBe('\u22122,1 %');
  });

  it('write intervals once with the sign', () => {
    expect(en.interval({ low: 0.911, high: 0.997 })).toBe('91.1–99.7%');
    expect(plain(de.interval({ low: 0.911, high: 0.997 }))).toBe('91,1–99,7 %');
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1_842_388, '1.8 MB'],
    [271_000_000, '271 MB'],
    [999_600_000, '1 GB'],
  ])('write %i bytes as %s', (bytes, expected) => {
    expect(plain(en.bytes(bytes))).toBe(expected);
  });

  it.each([
    [0.83, '0.8 s'],
    [42, '42 s'],
    [65, '1 min 05 s'],
    [3599.6, '1 h 00 min'],
    [7380, '2 h 03 min'],
  ])('write %f seconds as %s', (seconds, expected) => {
    expect(plain(en.duration(seconds))).toBe(expected);
  });

  it('leave a broken date as it is', () => {
    expect(en.dateTime('yesterday')).toBe('yesterday');
  });
});
