/** Legend and readout in one: each series' mark, name, rate and interval at the chosen step. */

import { useI18n } from '../../i18n/react.tsx';
import { type CurveRow, METRICS } from '../../store/curves.ts';
import { MARKS, Swatch } from '../../ui/chart/marks.tsx';

export function AccuracyReadout({ row }: { row: CurveRow | undefined }) {
  const { t, format } = useI18n();
  return (
    <dl className="readout">
      <div className="readout__step">
        <dt className="visually-hidden">{t('curves.step')}</dt>
        <dd>{row ? t('curves.step-n', { step: row.step }) : '–'}</dd>
      </div>
      {METRICS.map((metric) => (
        <div className="readout__series" key={metric}>
          <Swatch mark={MARKS[metric]} />
          <dt>{t(`metric.${metric}`)}</dt>
          <dd>
            {row ? (
              <>
                {format.percent(row[metric].rate)} <span>{format.interval(row[metric])}</span>
              </>
            ) : (
              '–'
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
