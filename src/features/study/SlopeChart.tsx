/**
 * Slope charts side by side: each base ranking on the left, the post-trained one on the right. Lines that cross are
 * swaps; the line of the best post-trained family stands out, since that is the one a ranking should put on top.
 */

import type { RefObject } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { StudyAgreement, StudyConfig, StudyRanking, StudyResult } from '../../lab/study/types.ts';
import { PanelChart } from './PanelChart.tsx';
import { type SlopeScale, slopeLines } from './slope-layout.ts';
import { RESAMPLES, rankingName } from './study-view.ts';

const PANEL = { narrowest: 256, head: 132, foot: 12 } as const;
const ROW = 34;
const SCORE_HEIGHT = 230;

export interface SlopePanelData {
  readonly agreement: StudyAgreement;
  readonly base: StudyRanking;
  readonly reference: StudyRanking;
}

interface SlopeChartProps {
  panels: readonly SlopePanelData[];
  result: StudyResult;
  scale: SlopeScale;
  svg: RefObject<SVGSVGElement | null>;
}

export function SlopeChart({ panels, result, scale, svg }: SlopeChartProps) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const names = result.analysis.families.map(({ name }) => name);
  const plotHeight = scale === 'place' ? ROW * names.length : SCORE_HEIGHT;
  const summary = panels
    .map(({ agreement }) =>
      t('study.plot-ranking', {
        name: rankingName(i18n, agreement, result.config),
        swaps: format.number(agreement.distance, 1),
        low: format.number(agreement.low, 1),
        high: format.number(agreement.high, 1),
      }),
    )
    .join('; ');
  return (
    <PanelChart
      panels={panels}
      keyOf={({ agreement }) => `${agreement.condition} ${agreement.metric}`}
      narrowest={PANEL.narrowest}
      panelHeight={PANEL.head + plotHeight + PANEL.foot}
      label={t('study.plot-rankings', { summary })}
      svg={svg}
      draw={(panel, width) => (
        <SlopePanel
          panel={panel}
          names={names}
          config={result.config}
          scale={scale}
          width={width}
          plotHeight={plotHeight}
          n={result.counts.evaluated}
        />
      )}
    />
  );
}

interface SlopePanelProps {
  panel: SlopePanelData;
  names: readonly string[];
  config: StudyConfig;
  scale: SlopeScale;
  width: number;
  plotHeight: number;
  /** Test items. */
  n: number;
}

function SlopePanel({ panel, names, config, scale, width, plotHeight, n }: SlopePanelProps) {
  const i18n = useI18n();
  const { t, tn, format } = i18n;
  const { agreement, base, reference } = panel;
  const pairs = (names.length * (names.length - 1)) / 2;
  const swaps = format.number(agreement.distance, 1);
  const [x1, x2] = [84, width - 84];
  const lines = slopeLines(base, reference, scale, PANEL.head, plotHeight);
  const best = Math.min(...reference.ranks);
  const percent = (share: number) => format.percent(share);
  // The best line is drawn last, over the others.
  const order = lines.map((_, m) => m).sort((a, b) => reference.ranks[b]! - reference.ranks[a]!);
  return (
    <>
      <text className="slopes__title" y="14">
        {rankingName(i18n, agreement, config)}
      </text>
      <text className="slopes__swaps" y="36">
        {tn('study.swaps-of', pairs, { swaps })}
      </text>
      <text className="slopes__small" y="54">
        {t('study.swaps-interval', {
          low: format.number(agreement.low, 1),
          high: format.number(agreement.high, 1),
          n,
        })}
      </text>
      <text className="slopes__small" y="71">
        {t('study.best-named', { share: format.percent(agreement.bestNamed, 0), count: RESAMPLES })}
      </text>
      {base.compression.compressed ? (
        <text className="slopes__warn" y="88">
          {t('study.no-order')}
        </text>
      ) : null}
      {agreement.alphabetical === agreement.distance ? null : (
        <text className="slopes__small" y="105">
          {t('study.alphabetical', { swaps: format.number(agreement.alphabetical, 1) })}
        </text>
      )}
      <text className="slopes__side" x={x1} y={PANEL.head - 5} textAnchor="end">
        {t('study.base')}
      </text>
      <text className="slopes__side" x={x2} y={PANEL.head - 5}>
        {t('study.post-trained')}
      </text>
      <path
        className="slopes__axis"
        d={`M${x1} ${PANEL.head}v${plotHeight}M${x2} ${PANEL.head}v${plotHeight}`}
      />
      {order.map((m) => {
        const { left, right } = lines[m]!;
        const className = reference.ranks[m] === best ? 'slopes__line slopes__line--best' : 'slopes__line';
        return (
          <g key={names[m]} className={className}>
            <path d={`M${x1} ${left.y}L${x2} ${right.y}`} />
            <circle cx={x1} cy={left.y} r="3.5" />
            <circle cx={x2} cy={right.y} r="3.5" />
            <text x={x1 - 9} y={left.labelY} dy="0.34em" textAnchor="end">
              {names[m]} {percent(base.scores[m]!)}
            </text>
            <text x={x2 + 9} y={right.labelY} dy="0.34em">
              {names[m]} {percent(reference.scores[m]!)}
            </text>
          </g>
        );
      })}
    </>
  );
}
