/** The accuracy chart's numbers as a table: the same content, nothing left out. */

import type { Rate } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { type Baseline, type CurveRow, METRICS } from '../../store/curves.ts';

interface AccuracyTableProps {
  rows: readonly CurveRow[];
  baselines: readonly Baseline[];
  conditionName: (condition: Baseline['condition']) => string;
}

export function AccuracyTable({ rows, baselines, conditionName }: AccuracyTableProps) {
  const { t } = useI18n();
  const conditions = [...new Set(baselines.map((line) => line.condition))];
  return (
    <table className="data-table">
      <caption className="visually-hidden">{t('curves.accuracy')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('curves.step')}</th>
          {METRICS.map((metric) => (
            <th scope="col" key={metric}>
              {t(`metric.${metric}`)}
            </th>
          ))}
          <th scope="col">{t('curves.n')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.step}>
            <th scope="row">{row.step}</th>
            {METRICS.map((metric) => (
              <RateCell key={metric} rate={row[metric]} />
            ))}
            <td>{row.exactMatch.n}</td>
          </tr>
        ))}
        {conditions.map((condition) => {
          const exact = baselines.find((b) => b.condition === condition && b.metric === 'exactMatch');
          const format = baselines.find((b) => b.condition === condition && b.metric === 'format') ?? exact;
          return (
            <tr key={condition}>
              <th scope="row">{conditionName(condition)}</th>
              <td />
              <RateCell rate={format?.rate} />
              <RateCell rate={exact?.rate} />
              <td>{exact?.rate.n}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function RateCell({ rate }: { rate: Rate | undefined }) {
  const { format } = useI18n();
  if (!rate) return <td />;
  return (
    <td>
      {format.percent(rate.rate)} <span className="interval">{format.interval(rate)}</span>
    </td>
  );
}
