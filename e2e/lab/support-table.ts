/**
 * What is supported, as a Markdown table of architecture × dialect × dtype: made of checked cases, nothing is claimed that was
 * not computed.
 */

export interface CheckedCase {
  readonly architecture: string;
  /** As in case.json, e.g. 'A: decomposed standard ops, quantised'. */
  readonly dialect: string;
  readonly dtype: string;
  readonly passed: boolean;
}

/** Columns by the letter that begins a case's dialect. */
const DIALECTS = new Map([
  ['A', 'decomposed standard operators'],
  ['B', 'fused com.microsoft operators'],
  ['C', 'fused standard operators (opset 23)'],
  ['M', 'saved by onnxruntime’s optimiser'],
]);

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Dtypes of the cases; one that failed anywhere is struck out. */
function cell(cases: readonly CheckedCase[]): string {
  const dtypes = [...new Set(cases.map(({ dtype }) => dtype))].sort();
  return dtypes
    .map((dtype) => (cases.every((one) => one.dtype !== dtype || one.passed) ? dtype : `~~${dtype}~~`))
    .join(', ');
}

export function supportTable(cases: readonly CheckedCase[]): string {
  const letters = [...DIALECTS.keys()].filter((letter) =>
    cases.some(({ dialect }) => dialect.startsWith(letter)),
  );
  const architectures = [...new Set(cases.map(({ architecture }) => architecture))].sort();
  const lines = architectures.map((architecture) =>
    row([
      architecture,
      ...letters.map((letter) =>
        cell(cases.filter((one) => one.architecture === architecture && one.dialect.startsWith(letter))),
      ),
    ]),
  );
  const head = ['architecture', ...letters.map((letter) => DIALECTS.get(letter)!)];
  return [row(head), row(head.map(() => '---')), ...lines].join('\n');
}
