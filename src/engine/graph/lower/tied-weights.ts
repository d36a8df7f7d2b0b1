/**
 * Tied weights that an exporter stored twice: the embedding table [V, H] and a head [H, V] (or [V, H]) with the same numbers
 * become one weight. Nothing is kept in memory: samples are compared first, then fingerprints of both while they are read.
 */
import type { EmbedAttrs, LinearAttrs, MatrixWeight, Program } from '../program.ts';

const PIECE_BYTES = 4 * 2 ** 20;
/** Rows and columns of the corner that is compared before everything is read. */
const CORNER = 8;

/** Odd factors that spread k and n over 32 bits. */
const K_FACTOR = 0x9e3779b1;
const N_FACTOR = 0x85ebca77;

const ELEMENT_BYTES: Partial<Record<MatrixWeight['format']['kind'], 2 | 4>> = { f32: 4, f16: 2, bf16: 2 };

/** The program with each head that equals its embedding table reading that table. Rejects with what reading the file throws. */
export async function shareTiedWeights<P extends Program>(program: P): Promise<P> {
  const embed = program.nodes.find((node) => node.op === 'embed');
  const table = (embed?.attrs as EmbedAttrs | undefined)?.weight;
  if (table === undefined) return program;
  const replaced = new Set<number>();
  for (const node of program.nodes) {
    const id: number = node.op === 'linear' ? (node.attrs as LinearAttrs).weight : table;
    if (id === table || replaced.has(id)) continue;
    if (await areEqual(program.weights[table]!, program.weights[id]!)) replaced.add(id);
  }
  if (replaced.size === 0) return program;
  const kept = program.weights.map((_, id) => id).filter((id) => !replaced.has(id));
  const renumbered = (id: number): number => kept.indexOf(replaced.has(id) ? table : id);
  const nodes = program.nodes.map((node) => {
    if (node.op !== 'linear' && node.op !== 'embed') return node;
    const attrs = node.attrs as EmbedAttrs | LinearAttrs;
    return { ...node, attrs: { ...attrs, weight: renumbered(attrs.weight) } };
  });
  return { ...program, nodes, weights: kept.map((id) => program.weights[id]!) };
}

async function areEqual(a: MatrixWeight, b: MatrixWeight): Promise<boolean> {
  const bytes = ELEMENT_BYTES[a.format.kind];
  if (bytes === undefined || a.format.kind !== b.format.kind || a.k !== b.k || a.n !== b.n) return false;
  if (a.data.byteLength !== a.k * a.n * bytes || b.data.byteLength !== a.data.byteLength) return false;
  const corners = [await corner(a, bytes), await corner(b, bytes)];
  if (corners[0]!.some((bits, i) => bits !== corners[1]![i])) return false;
  const [x, y] = [await fingerprint(a, bytes), await fingerprint(b, bytes)];
  return x[0] === y[0] && x[1] === y[1];
}

/** Bit patterns of elements (k, n) for small k and n, in that order. */
async function corner(weight: MatrixWeight, bytes: 2 | 4): Promise<number[]> {
  const [rows, cols] = weight.order === 'kn' ? [weight.k, weight.n] : [weight.n, weight.k];
  const [r, c] = [Math.min(rows, CORNER), Math.min(cols, CORNER)];
  const read: number[][] = [];
  for (let row = 0; row < r; row++) {
    const piece = await weight.data.readRange(row * cols * bytes, c * bytes);
    read.push([...elements(piece, bytes)]);
  }
  return weight.order === 'kn'
    ? read.flat()
    : Array.from({ length: c * r }, (_, i) => read[i % r]![Math.floor(i / r)]!);
}

/**
 * Two 32-bit sums over all elements of a mixture of place (k, n) and bits; the same in either storage order. The mixture is
 * one-to-one in the bits, so a single differing element always shows.
 */
async function fingerprint(weight: MatrixWeight, bytes: 2 | 4): Promise<readonly [number, number]> {
  const cols = weight.order === 'kn' ? weight.n : weight.k;
  const step = Math.max(1, Math.floor(PIECE_BYTES / (cols * bytes))) * cols;
  const total = weight.k * weight.n;
  const [rowFactor, colFactor] = weight.order === 'kn' ? [K_FACTOR, N_FACTOR] : [N_FACTOR, K_FACTOR];
  let [first, second] = [0, 0];
  for (let start = 0; start < total; start += step) {
    const count = Math.min(step, total - start);
    const piece = elements(await weight.data.readRange(start * bytes, count * bytes), bytes);
    let row = start / cols;
    let col = 0;
    for (let i = 0; i < count; i++) {
      const place = Math.imul(row, rowFactor) ^ Math.imul(col, colFactor);
      let h = place ^ Math.imul(piece[i]!, 0xc2b2ae3d);
      h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
      h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
      h ^= h >>> 15;
      first = (first + h) | 0;
      second = (second + Math.imul(h ^ (h >>> 13), 0x165667b1)) | 0;
      if (++col === cols) {
        col = 0;
        row++;
      }
    }
  }
  return [first, second];
}

/** The bytes as unsigned elements; a copy where the file's view is not aligned. */
function elements(piece: Uint8Array, bytes: 2 | 4): Uint16Array | Uint32Array {
  const { buffer, byteOffset, byteLength } = piece.byteOffset % bytes === 0 ? piece : piece.slice();
  const count = byteLength / bytes;
  return bytes === 2
    ? new Uint16Array(buffer, byteOffset, count)
    : new Uint32Array(buffer, byteOffset, count);
}
