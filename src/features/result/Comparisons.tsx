/** Conditions compared on the same items: difference with interval, gains, losses, exact test. */

import { useI18n } from '../../i18n/react.tsx';
import { isCondition, placeboOf, type RunConfig, type Side } from '../../lab/types.ts';
import type { AnalysisView } from '../../store/analysis.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { pText, signed } from '../../ui/number-text.ts';

export function Comparisons({ view, config }: { view: AnalysisView; config: RunConfig }) {
  const { t, format } = useI18n();
  const name = (side: Side) =>
    isCondition(side)
      ? t(`condition.${side}`, { count: config.fewShotCount })
      : t(`controls.${placeboOf(side)!}`);
  const points = (share: number) => signed(format.fixed, share);
  return (
    <details className="more" data-testid="comparisons">
      <summary>{t('compare.title')}</summary>
      <p className="muted">{t('compare.lead', { n: view.n })}</p>
      <ScrollRegion label={t('compare.title')}>
        <table className="more__table more__table--numbers">
          <thead>
            <tr>
              <th scope="col">{t('compare.pair')}</th>
              <th scope="col" className="more__text">
                {t('compare.metric')}
              </th>
              <th scope="col">{t('compare.difference')}</th>
              <th scope="col">{t('compare.gains')}</th>
              <th scope="col">{t('compare.losses')}</th>
              <th scope="col">{t('compare.p')}</th>
              <th scope="col">n</th>
            </tr>
          </thead>
          <tbody>
            {view.comparisons.map((row) => (
              <tr key={`${row.first} ${row.second} ${row.metric}`}>
                <th scope="row">{t('compare.to', { first: name(row.first), second: name(row.second) })}</th>
                <td className="more__text">{t(`metric.${row.metric}`)}</td>
                <td>
                  {t('compare.points', { value: points(row.difference) })}{' '}
                  <span className="muted">
                    [{points(row.low)}, {points(row.high)}]{row.byFormula ? '*' : ''}
                  </span>
                </td>
                <td>{row.gains}</td>
                <td>{row.losses}</td>
                <td>{pText(row.p, format.fixed)}</td>
                <td>{row.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {view.comparisons.some(({ byFormula }) => byFormula) ? (
        <p className="small muted">{t('compare.by-formula')}</p>
      ) : null}
      <p className="small muted">
        {view.detectable === undefined
          ? t('compare.detectable-none', { n: view.n })
          : t('compare.detectable', { n: view.n, points: format.fixed(100 * view.detectable, 1) })}
      </p>
    </details>
  );
}
