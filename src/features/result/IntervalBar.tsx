/** A rate and its interval on a scale from 0 to 100 %; decorative, the numbers stand beside it. */

import type { Rate } from '../../eval/types.ts';

const WIDTH = 120;

export function IntervalBar({ rate, color }: { rate: Rate; color: string }) {
  const x = (share: number) => 3 + share * (WIDTH - 6);
  return (
    <svg className="interval-bar" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true" focusable="false">
      <line x1={x(0)} x2={x(1)} y1="6" y2="6" stroke="var(--line)" strokeWidth="2" strokeLinecap="round" />
      <line
        x1={x(rate.low)}
        x2={x(rate.high)}
        y1="6"
        y2="6"
        stroke={color}
        strokeOpacity="0.5"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <circle cx={x(rate.rate)} cy="6" r="3.4" fill="var(--surface)" stroke={color} strokeWidth="2" />
    </svg>
  );
}
