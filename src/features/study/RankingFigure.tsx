/** The rankings: slope charts against the post-trained models under a condition of choice, and all of it as a table. */

import { useState } from 'react';
import type { Condition } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { StudyCondition, StudyRanking, StudyResult } from '../../lab/study/types.ts';
import { isCondition } from '../../lab/types.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { rankingsCsv } from './csv.ts';
import { Figure } from './Figure.tsx';
import { SlopeChart, type SlopePanelData } from './SlopeChart.tsx';
import type { SlopeScale } from './slope-layout.ts';
import { conditionName, RESAMPLES, rankedRates, rankingName } from './study-view.ts';

/** The base rankings against one reference, in the order of the analysis. */
export function panelsOf({ analysis }: StudyResult, reference: Condition): SlopePanelData[] {
  const find = (role: StudyRanking['role'], condition: StudyCondition, metric: StudyRanking['metric']) =>
    analysis.rankings.find(
      (one) => one.role === role && one.condition === condition && one.metric === metric,
    );
  return analysis.agreements.flatMap((agreement) => {
    if (agreement.reference !== reference) return [];
    const base = find('base', agreement.condition, agreement.metric);
    const best = find('post-trained', reference, 'exactMatch');
    return base && best ? [{ agreement, base, reference: best }] : [];
  });
}

export function RankingFigure({ result }: { result: StudyResult }) {
  const i18n = useI18n();
  const { t } = i18n;
  const conditions = result.config.conditions.filter(isCondition);
  const [reference, setReference] = useState<Condition>(conditions[0]!);
  const [scale, setScale] = useState<SlopeScale>('place');
  const chosen = conditions.includes(reference) ? reference : conditions[0]!;
  return (
    <Figure
      title={t('study.rankings')}
      subtitle={t('study.rankings-sub')}
      fileName="rankings"
      csv={() => rankingsCsv(result)}
      notes={t('study.rankings-notes', {
        count: RESAMPLES,
        n: result.counts.evaluated,
        seed: String(result.config.itemSeed),
      })}
      tools={
        <>
          <div className="figure__choice">
            <span className="small muted" aria-hidden="true">
              {t('study.reference')}
            </span>
            <Segmented
              label={t('study.reference')}
              value={chosen}
              options={conditions.map((value) => ({
                value,
                label: conditionName(i18n, value, result.config),
              }))}
              onChange={setReference}
            />
          </div>
          <Segmented
            label={t('study.by')}
            value={scale}
            options={[
              { value: 'place', label: t('study.by.place') },
              { value: 'score', label: t('study.by.score') },
            ]}
            onChange={setScale}
          />
        </>
      }
      chart={(svg) => (
        <SlopeChart panels={panelsOf(result, chosen)} result={result} scale={scale} svg={svg} />
      )}
      table={<RankingTables result={result} />}
    />
  );
}

function RankingTables({ result }: { result: StudyResult }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { analysis, config } = result;
  const swaps = (value: number) => format.fixed(value, 1);
  return (
    <>
      <table className="data-table">
        <caption className="visually-hidden">{t('study.swaps')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('study.ranking')}</th>
            <th scope="col" className="figure__text">
              {t('study.reference')}
            </th>
            <th scope="col">{t('study.swaps')}</th>
            <th scope="col">{t('study.interval')}</th>
            <th scope="col">n</th>
            <th scope="col">{t('study.best-named-head', { count: RESAMPLES })}</th>
            <th scope="col">{t('study.alphabetical-head')}</th>
          </tr>
        </thead>
        <tbody>
          {analysis.agreements.map((one) => (
            <tr key={`${one.condition} ${one.metric} ${one.reference}`}>
              <th scope="row">{rankingName(i18n, one, config)}</th>
              <td className="figure__text">{conditionName(i18n, one.reference, config)}</td>
              <td>{swaps(one.distance)}</td>
              <td className="interval">{`${swaps(one.low)}–${swaps(one.high)}`}</td>
              <td>{result.counts.evaluated}</td>
              <td>{format.percent(one.bestNamed)}</td>
              <td>{format.number(one.alphabetical)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="data-table figure__second">
        <caption className="visually-hidden">{t('study.order')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('study.ranking')}</th>
            <th scope="col" className="figure__text">
              {t('study.role')}
            </th>
            <th scope="col" className="figure__text">
              {t('study.order')}
            </th>
          </tr>
        </thead>
        <tbody>
          {analysis.rankings.map((ranking) => (
            <tr key={`${ranking.role} ${ranking.condition} ${ranking.metric}`}>
              <th scope="row">{rankingName(i18n, ranking, config)}</th>
              <td className="figure__text">{t(`study.role.${ranking.role}`)}</td>
              <td className="figure__text figure__order">
                <OrderText ranking={ranking} result={result} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** "m4 18.0 % (13.5–23.5 %) > m3 2.6 % (1.2–5.6 %) = m5 2.6 % (1.2–5.6 %)" */
function OrderText({ ranking, result }: { ranking: StudyRanking; result: StudyResult }) {
  const { format } = useI18n();
  const names = result.analysis.families.map(({ name }) => name);
  const rates = rankedRates(result, ranking);
  const order = names.map((_, m) => m).sort((a, b) => ranking.ranks[a]! - ranking.ranks[b]!);
  return order
    .map((m, place) => {
      const before = order[place - 1];
      const sign = before === undefined ? '' : ranking.ranks[before] === ranking.ranks[m] ? ' = ' : ' > ';
      return `${sign}${names[m]} ${format.percent(ranking.scores[m]!)} (${format.interval(rates[m]!)})`;
    })
    .join('');
}
