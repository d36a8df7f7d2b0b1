/** Models by conditions: exact match with its interval, and beside it what the model knows and how often the form is right. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyCell } from '../../lab/study/types.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { ScoreBar } from './ScoreBar.tsx';
import { conditionName, meanRate, pooled, type StudyView, shortName, tableOrder } from './study-view.ts';

export function CellTable({ view }: { view: StudyView }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { config, cells, states } = view;
  return (
    <ScrollRegion className="cells" label={t('study.table')}>
      <table className="cells__table">
        <caption className="visually-hidden">{t('study.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('study.model')}</th>
            {config.conditions.map((condition) => (
              <th scope="col" key={condition}>
                {conditionName(i18n, condition, config)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableOrder(config).map((model) => {
            const { id, role } = config.models[model]!;
            const state = states[model];
            return (
              <tr key={id} className={`cells__row cells__row--${role}`} data-model={id}>
                <th scope="row">
                  {shortName(id)}
                  <span className="cells__hint">
                    {t(`study.role.${role}`)}
                    {state && state.status !== 'done' ? ` · ${t(`study.state.${state.status}`)}` : ''}
                  </span>
                </th>
                {config.conditions.map((condition) => (
                  <Cell
                    key={condition}
                    cell={cells.find((one) => one.model === model && one.condition === condition)}
                    failed={state?.status === 'failed'}
                    seeds={config.seeds.length}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface CellProps {
  cell: StudyCell | undefined;
  failed: boolean;
  /** That the study has. */
  seeds: number;
}

function Cell({ cell, failed, seeds }: CellProps) {
  const { t, format } = useI18n();
  if (!cell) return <td className="muted small">{t(failed ? 'study.failed' : 'study.not-yet')}</td>;
  const rates = cell.metrics.map(({ exactMatch }) => exactMatch);
  const [exact, range] = [pooled(rates), meanRate(rates)];
  const part = (metric: 'knowledge' | 'format') => {
    const found = pooled(cell.metrics.map((metrics) => metrics[metric]));
    return (
      <span className="cells__part">
        <span>{t(`study.${metric}-short`)}</span> <span>{format.percent(found.rate)}</span>{' '}
        <span>{format.interval(found)}</span>
      </span>
    );
  };
  return (
    <td>
      <span className="cells__score">
        <strong>{format.percent(exact.rate)}</strong>
        <span className="cells__hint">{format.interval(exact)}</span>
      </span>
      <ScoreBar {...exact} />
      {part('knowledge')}
      {part('format')}
      {cell.seeds.length > 1 ? (
        <span className="cells__hint">{t('study.seeds-range', { range: format.interval(range) })}</span>
      ) : null}
      {/* Zero-shot draws nothing: it is measured once for all seeds. */}
      {cell.seeds.length < seeds && cell.condition !== 'zero-shot' ? (
        <span className="cells__hint">
          {t('study.seeds-done', { done: cell.seeds.length, total: seeds })}
        </span>
      ) : null}
    </td>
  );
}
