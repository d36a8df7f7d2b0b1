import { describe, expect, it } from 'vitest';
import { binaryKind, createTextStream, decodeText, detectEncoding } from './decode-text.ts';

const text = '{"question":"Wie heißt ‚Ümit‘?","answer":"🐎"}\n';
const utf16 = (littleEndian: boolean, mark: boolean): Uint8Array => {
  const bytes = new Uint8Array((text.length + (mark ? 1 : 0)) * 2);
  const view = new DataView(bytes.buffer);
  const units = (mark ? '\uFEFF' : '') + text;
  for (let i = 0; i < units.length; i++) view.setUint16(2 * i, units.charCodeAt(i), littleEndian);
  return bytes;
};

describe('decodeText', () => {
  it.each([
    ['utf-8', new TextEncoder().encode(text)],
    ['utf-8', new TextEncoder().encode(`\uFEFF${text}`)],
    ['utf-16le', utf16(true, true)],
    ['utf-16be', utf16(false, true)],
    ['utf-16le', utf16(true, false)],
    ['utf-16be', utf16(false, false)],
  ] as const)('%s', (encoding, bytes) => {
    expect(detectEncoding(bytes)).toBe(encoding);
    expect(decodeText(bytes)).toBe(text);
    const stream = createTextStream();
    let streamed = stream.push(bytes.subarray(0, 41));
    for (let i = 41; i < bytes.length; i++) streamed += stream.push(bytes.subarray(i, i + 1));
    expect(streamed + stream.finish()).toBe(text);
  });

  it('turns malformed bytes into U+FFFD', () => {
    expect(decodeText(new Uint8Array([0x61, 0xff, 0x62, 0x63]))).toBe('a\uFFFDbc');
  });

  it('names binary containers', () => {
    expect(binaryKind(new Uint8Array([0x1f, 0x8b, 8]))).toBe('gzip');
    expect(binaryKind(new TextEncoder().encode('PAR1..'))).toBe('parquet');
    expect(binaryKind(new Uint8Array([0x50, 0x4b, 3, 4]))).toBe('zip');
    expect(binaryKind(new TextEncoder().encode(text))).toBeUndefined();
  });
});
