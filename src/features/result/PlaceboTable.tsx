/** Format and knowledge per step, real answers and placebos, in numbers. */

import { useI18n } from '../../i18n/react.tsx';
import { curveRows } from '../../store/curves.ts';
import type { RunView } from '../../store/view.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { capitalised } from './placebo-name.ts';

export function PlaceboTable({ view }: { view: RunView }) {
  const { t, format } = useI18n();
  const { points, controls } = view;
  const columns = [
    { name: t('placebo.real'), rows: curveRows(points) },
    ...controls.map(({ control, points: own }) => ({
      name: capitalised(t(`controls.${control}.answers`)),
      rows: curveRows(own),
    })),
  ];
  const steps = [...new Set(columns.flatMap(({ rows }) => rows.map(({ step }) => step)))].sort(
    (a, b) => a - b,
  );
  const cell = (rows: (typeof columns)[number]['rows'], step: number, metric: 'format' | 'knowledge') => {
    const rate = rows.find((row) => row.step === step)?.[metric];
    if (!rate) return '–';
    return (
      <>
        {format.percent(rate.rate)} ({rate.successes}/{rate.n})
        <span className="more__interval">{format.interval(rate)}</span>
      </>
    );
  };
  return (
    <details className="more">
      <summary>{t('curves.table')}</summary>
      <ScrollRegion label={t('placebo.table')}>
        <table className="more__table more__table--numbers">
          <thead>
            <tr>
              <th scope="col">{t('placebo.step')}</th>
              {columns.flatMap(({ name }) =>
                (['format', 'knowledge'] as const).map((metric) => (
                  <th scope="col" key={`${name} ${metric}`}>
                    {name}, {t(`placebo.${metric}`)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step}>
                <th scope="row">{step}</th>
                {columns.flatMap(({ name, rows }) =>
                  (['format', 'knowledge'] as const).map((metric) => (
                    <td key={`${name} ${metric}`}>{cell(rows, step, metric)}</td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
