/** A score and its interval on a scale from 0 to 100 %; decorative, the numbers stand beside it. */

export function ScoreBar({ rate, low, high }: { rate: number; low: number; high: number }) {
  const percent = (share: number) => `${share * 100}%`;
  return (
    <span className="score-bar" aria-hidden="true">
      <span className="score-bar__fill" style={{ width: percent(rate) }} />
      <span className="score-bar__interval" style={{ left: percent(low), width: percent(high - low) }} />
    </span>
  );
}
