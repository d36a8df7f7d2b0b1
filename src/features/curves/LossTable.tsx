/** Every tuning step as a row: loss, gradient norm, seconds. */

import { useI18n } from '../../i18n/react.tsx';
import type { LossPoint } from '../../lab/types.ts';

export function LossTable({ losses }: { losses: readonly LossPoint[] }) {
  const { t, format } = useI18n();
  /** By the decimal point under each other, unless that would hide what there is. */
  const digits = (value: number) => (value >= 0.001 ? format.fixed(value, 4) : format.significant(value, 4));
  return (
    <table className="data-table">
      <caption className="visually-hidden">{t('curves.loss')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('curves.step')}</th>
          <th scope="col">{t('curves.loss-value')}</th>
          <th scope="col">{t('curves.gradient')}</th>
          <th scope="col">{t('curves.seconds')}</th>
        </tr>
      </thead>
      <tbody>
        {losses.map((point) => (
          <tr key={point.step}>
            <th scope="row">{point.step}</th>
            <td>{digits(point.loss)}</td>
            <td>{digits(point.gradientNorm)}</td>
            <td>{format.fixed(point.seconds, 3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
