/**
 * How a series looks: colour, dash and marker together, so that colour is never the only difference. The same marks
 * serve line, legend and table.
 */

export interface SeriesMark {
  readonly color: string;
  /** SVG dash array; undefined = solid. */
  readonly dash: string | undefined;
  readonly shape: 'circle' | 'square' | 'triangle';
}

export const MARKS = {
  knowledge: { color: 'var(--series-knowledge)', dash: undefined, shape: 'circle' },
  format: { color: 'var(--series-format)', dash: '7 4', shape: 'square' },
  exactMatch: { color: 'var(--series-exact)', dash: '2 3', shape: 'triangle' },
} as const satisfies Record<string, SeriesMark>;

const SHAPES: Readonly<Record<SeriesMark['shape'], string>> = {
  circle: 'M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0Z',
  square: 'M-2.9-2.9h5.8v5.8h-5.8Z',
  triangle: 'M0-3.9 3.9 2.9h-7.8Z',
};

export function Marker({ mark, x, y }: { mark: SeriesMark; x: number; y: number }) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d={SHAPES[mark.shape]}
      fill="var(--surface)"
      stroke={mark.color}
      strokeWidth={1.75}
    />
  );
}

/** The line with its marker, for legends. */
export function Swatch({ mark }: { mark: SeriesMark }) {
  return (
    <svg width="30" height="12" viewBox="0 0 30 12" aria-hidden="true" focusable="false">
      <line x1="0" x2="30" y1="6" y2="6" stroke={mark.color} strokeWidth="2" strokeDasharray={mark.dash} />
      <Marker mark={mark} x={15} y={6} />
    </svg>
  );
}
