/** Score gaps with their intervals, one panel a condition, all on one scale. */

import type { RefObject } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { Gap, StudyGap, StudyResult } from '../../lab/study/types.ts';
import { PanelChart } from './PanelChart.tsx';
import { conditionName, pointsText } from './study-view.ts';

const PANEL = { narrowest: 250, head: 48, foot: 26 } as const;
const ROW = 25;
const LABEL = 52;

/** Round ends of the scale that hold every interval and zero, in steps of 20 points. */
export function gapDomain(gaps: readonly StudyGap[]): readonly [low: number, high: number] {
  const all = gaps.flatMap(({ pairs, mean }) => [...pairs, mean]);
  const low = Math.min(0, ...all.map((gap) => gap.low));
  const high = Math.max(0, ...all.map((gap) => gap.high));
  return [Math.floor(low * 5 - 1e-9) / 5, Math.ceil(high * 5 + 1e-9) / 5];
}

export function GapChart({ result, svg }: { result: StudyResult; svg: RefObject<SVGSVGElement | null> }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { analysis, config } = result;
  const { gaps, families } = analysis;
  const domain = gapDomain(gaps);
  const names = families.map(({ name }) => name);
  const summary = gaps
    .map(({ condition, mean }) =>
      t('study.plot-gap', {
        name: conditionName(i18n, condition, config),
        gap: pointsText(i18n, mean.difference),
        low: pointsText(i18n, mean.low),
        high: pointsText(i18n, mean.high),
      }),
    )
    .join('; ');
  return (
    <PanelChart
      panels={gaps}
      keyOf={({ condition }) => condition}
      narrowest={PANEL.narrowest}
      panelHeight={PANEL.head + ROW * (families.length + 1) + PANEL.foot}
      label={t('study.plot-gaps', { summary })}
      svg={svg}
      draw={(gap, width) => (
        <GapPanel
          title={conditionName(i18n, gap.condition, config)}
          gap={gap}
          names={names}
          width={width}
          domain={domain}
          n={result.counts.evaluated}
        />
      )}
    />
  );
}

interface GapPanelProps {
  title: string;
  gap: StudyGap;
  names: readonly string[];
  width: number;
  domain: readonly [number, number];
  /** Test items. */
  n: number;
}

function GapPanel({ title, gap, names, width, domain, n }: GapPanelProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const [low, high] = domain;
  const x = (share: number) => LABEL + ((share - low) / (high - low)) * (width - LABEL - 12);
  const bottom = PANEL.head + ROW * (names.length + 1);
  const ticks = Array.from({ length: Math.round((high - low) * 5) + 1 }, (_, i) => low + i / 5);
  const row = (y: number, label: string, value: Gap, mean: boolean) => (
    <g key={label} className={mean ? 'slopes__line slopes__line--best' : 'slopes__line'}>
      <text x={LABEL - 10} y={y} dy="0.34em" textAnchor="end">
        {label}
      </text>
      <path d={`M${x(value.low)} ${y}H${x(value.high)}`} />
      <circle cx={x(value.difference)} cy={y} r={mean ? 4.5 : 3.5} />
    </g>
  );
  return (
    <>
      <text className="slopes__title" y="14">
        {title}
      </text>
      <text className="slopes__small" y="33">
        {`${t('study.mean')} ${pointsText(i18n, gap.mean.difference)} (${pointsText(i18n, gap.mean.low)} … ${pointsText(i18n, gap.mean.high)}) · n = ${n}`}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className={Math.abs(tick) < 1e-9 ? 'slopes__axis slopes__axis--zero' : 'slopes__axis'}
            d={`M${x(tick)} ${PANEL.head}V${bottom}`}
          />
          <text className="slopes__side" x={x(tick)} y={bottom + 16} textAnchor="middle">
            {format.number(tick * 100)}
          </text>
        </g>
      ))}
      {gap.pairs.map((pair, m) => row(PANEL.head + ROW * (m + 0.5), names[m]!, pair, false))}
      {row(PANEL.head + ROW * (names.length + 0.5), t('study.mean'), gap.mean, true)}
    </>
  );
}
