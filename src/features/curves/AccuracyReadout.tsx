/** Legend and readout in one: each series' mark, name, rate and interval at the chosen step. */

import { useI18n } from '../../i18n/react.tsx';
import { type CurveRow, METRICS } from '../../store/curves.ts';
import { MARKS, Swatch } from '../../ui/chart/marks.tsx';

export function AccuracyReadout({ row }: { row: CurveRow | undefined }) {
  const { t, format } = useI18n();
  return (
    <dl className="readout">
      <div>
        <dt>{t('curves.step')}</dt>
        <dd>{row?.step ?? '–'}</dd>
      </div>
      {METRICS.map((metric) => (
        <div key={metric}>
          <dt>
            <Swatch mark={MARKS[metric]} />
            {t(`metric.${metric}`)}
          </dt>
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
