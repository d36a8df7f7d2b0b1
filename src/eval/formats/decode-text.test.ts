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

  it('takes the encoding from the mark where no letter is ASCII', () => {
    const bytes = (mark: number[], units: number[]) => new Uint8Array([...mark, ...units]);
    // 日本語
    const little = [0xe5, 0x65, 0x2c, 0x67, 0x9e, 0x8a];
    const big = [0x65, 0xe5, 0x67, 0x2c, 0x8a, 0x9e];
    expect(decodeText(bytes([0xff, 0xfe], little))).toBe('日本語');
    expect(decodeText(bytes([0xfe, 0xff], big))).toBe('日本語');
    expect(detectEncoding(bytes([0xff, 0xff], little))).toBe('utf-8');
    expect(detectEncoding(bytes([0xfe, 0xfe], big))).toBe('utf-8');
  });

  it('turns a malformed byte of a UTF-8 file into U+FFFD', () => {
    const umlauts = [...new TextEncoder().encode('äö')];
    expect(decodeText(new Uint8Array([...umlauts, 0x61, 0xff, 0x62, 0x63]))).toBe('äöa\uFFFDbc');
  });

  it('keeps U+FFFD that stands in the file', () => {
    expect(decodeText(new TextEncoder().encode('a\uFFFDb'))).toBe('a\uFFFDb');
  });

  it('reads Windows-1252 where the bytes are no UTF-8, also after a long start in ASCII', () => {
    const bytes = (tail: number[]) => new Uint8Array([...Array<number>(600).fill(0x61), ...tail]);
    // "Fuß – Köln"
    const german = [0x46, 0x75, 0xdf, 0x20, 0x96, 0x20, 0x4b, 0xf6, 0x6c, 0x6e];
    expect(decodeText(bytes(german)).slice(600)).toBe('Fuß – Köln');
    const stream = createTextStream();
    expect([stream.push(bytes([])), stream.push(new Uint8Array(german)), stream.finish()].slice(1)).toEqual([
      'Fuß – Köln',
      '',
    ]);
  });

  it('is Windows-1252 where no more sequences are well formed than not', () => {
    expect(decodeText(new Uint8Array([0x61, 0xc3, 0xa4, 0x20, 0xe4, 0x20]))).toBe('aÃ¤ ä ');
  });

  it('tells nothing from an empty chunk', () => {
    const stream = createTextStream();
    const chunks = [[0x61, 0x62], [], [0x46, 0x75, 0xdf, 0x65]].map((bytes) =>
      stream.push(new Uint8Array(bytes)),
    );
    expect(chunks.join('') + stream.finish()).toBe('abFuße');
  });

  it('reads a first character that two chunks share', () => {
    const stream = createTextStream();
    const chunks = [[0x61, 0x62, 0x63, 0xc3], [0xa4]].map((bytes) => stream.push(new Uint8Array(bytes)));
    expect(chunks.join('') + stream.finish()).toBe('abcä');
  });

  it('takes UTF-16 without a mark although a few characters have a zero byte on the other side', () => {
    const mixed = `${text.repeat(4)}\u0100\u{1f600}`;
    const bytes = new Uint8Array(Uint16Array.from(mixed, (_, i) => mixed.charCodeAt(i)).buffer);
    expect(detectEncoding(bytes)).toBe('utf-16le');
  });

  it('names binary containers', () => {
    expect(binaryKind(new Uint8Array([0x1f, 0x8b, 8]))).toBe('gzip');
    expect(binaryKind(new TextEncoder().encode('PAR1..'))).toBe('parquet');
    expect(binaryKind(new Uint8Array([0x50, 0x4b, 3, 4]))).toBe('zip');
    expect(binaryKind(new TextEncoder().encode(text))).toBeUndefined();
  });
});
