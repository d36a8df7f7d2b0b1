/** What the placebos did over the study's models: the means as a table, and in words no further than they carry. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyConfig } from '../../lab/study/types.ts';
import { placeboOf } from '../../lab/types.ts';
import { MARGIN } from '../../store/changes.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { PLACEBO_METRICS, type PlaceboSide, type PlaceboSummary } from './placebo-summary.ts';
import { conditionName, pointsText } from './study-view.ts';

interface PlaceboNotesProps {
  summaries: readonly PlaceboSummary[];
  config: StudyConfig;
}

export function PlaceboNotes({ summaries, config }: PlaceboNotesProps) {
  const i18n = useI18n();
  const { t } = i18n;
  if (summaries.length === 0) return null;
  return (
    <section className="study__block" aria-labelledby="study-placebo-title" data-testid="study-placebo">
      <h3 id="study-placebo-title">{t('placebo.title')}</h3>
      <p className="small muted">{t('study.placebo-sub')}</p>
      {summaries.map((summary) => {
        const name = `${conditionName(i18n, summary.condition, config)}, ${t(`study.role.${summary.role}`)}`;
        return (
          <div key={name} className="study__placebo">
            <h4>{name}</h4>
            <Means name={name} summary={summary} />
            <Said summary={summary} />
          </div>
        );
      })}
    </section>
  );
}

function Means({ name, summary }: { name: string; summary: PlaceboSummary }) {
  const { t, format } = useI18n();
  const sideName = (side: PlaceboSide) =>
    side === 'placebo' ? t(`controls.${placeboOf(summary.condition)!}.answers`) : t(`study.placebo-${side}`);
  return (
    <ScrollRegion label={name}>
      <table className="data-table">
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{t('study.placebo-tuned')}</th>
            {PLACEBO_METRICS.map((metric) => (
              <th scope="col" key={metric}>
                {t(`metric.${metric}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summary.sides.map(({ side, means }) => (
            <tr key={side}>
              <th scope="row">{sideName(side)}</th>
              {PLACEBO_METRICS.map((metric) => (
                <td key={metric}>
                  {format.percent(means[metric].rate)}{' '}
                  <span className="interval">{format.interval(means[metric])}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Over how many models and items, and what follows. */
function Said({ summary }: { summary: PlaceboSummary }) {
  const i18n = useI18n();
  const { t, tn } = i18n;
  const { models, n, outcome, change } = summary;
  const points = (share: number) => pointsText(i18n, share);
  return (
    <>
      <p className="small muted">{tn('study.placebo-over', models, { n })}</p>
      {outcome && change ? (
        <p>
          {t(`study.placebo-outcome.${outcome}`, {
            n,
            margin: 100 * MARGIN,
            interval: `[${points(change.low)}, ${points(change.high)}]`,
          })}
        </p>
      ) : null}
    </>
  );
}
