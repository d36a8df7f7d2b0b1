/** Conditions by metrics: rate, counts and interval, with the interval drawn to scale. */

import type { Condition, Rate, RequiredForm } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { EvalPoint, RunConfig } from '../../lab/types.ts';
import { finalPoint } from '../../store/curves.ts';
import { MARKS } from '../../ui/chart/marks.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { IntervalBar } from './IntervalBar.tsx';

/** Exact match first: it is the score that benchmarks report. */
const COLUMNS = ['exactMatch', 'knowledge', 'format'] as const;

interface ResultTableProps {
  points: readonly EvalPoint[];
  config: RunConfig;
  /** What the outputs must look like; undefined for options as listed, and where it is not known. */
  form: RequiredForm['kind'] | undefined;
}

export function ResultTable({ points, config, form }: ResultTableProps) {
  const { t } = useI18n();
  const hint = (metric: (typeof COLUMNS)[number]) => {
    if (metric === 'exactMatch') return t('metric.exactMatch.hint');
    if (metric === 'format' && form) {
      return t('metric.format.form', { form: t(`prompts.form.${form}`) });
    }
    return t(`metric.${metric}.${config.task}`);
  };
  return (
    <ScrollRegion label={t('result.caption')}>
      <table className="result-table">
        <caption className="visually-hidden">{t('result.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('result.condition')}</span>
            </th>
            {COLUMNS.map((metric) => (
              <th scope="col" key={metric}>
                <span className="result-table__metric">{t(`metric.${metric}`)}</span>
                <span className="result-table__hint">{hint(metric)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {config.conditions.map((condition) => (
            <ConditionRow
              key={condition}
              condition={condition}
              point={finalPoint(points, condition)}
              fewShotCount={config.fewShotCount}
              task={config.task}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface ConditionRowProps {
  condition: Condition;
  point: EvalPoint | null;
  fewShotCount: number;
  task: RunConfig['task'];
}

function ConditionRow({ condition, point, fewShotCount, task }: ConditionRowProps) {
  const { t, format } = useI18n();
  return (
    <tr>
      <th scope="row">
        {t(`condition.${condition}`, { count: fewShotCount })}
        <span className="result-table__hint">
          {condition === 'soft-prompt' && point
            ? t('result.step', { step: point.step })
            : t(`condition.${condition}.hint`)}
        </span>
      </th>
      {COLUMNS.map((metric) => {
        const rate: Rate | undefined = point?.metrics[metric];
        return (
          <td key={metric}>
            {rate && rate.n > 0 ? (
              <>
                <span className="result-table__rate">{format.percent(rate.rate)}</span>
                <IntervalBar rate={rate} color={MARKS[metric].color} />
                <span className="result-table__hint">
                  {t('result.of-n', { successes: rate.successes, n: rate.n })}
                </span>
                <span className="result-table__hint">{format.interval(rate)}</span>
                {metric === 'format' && task === 'closed' && point && point.metrics.shape.n > 0 ? (
                  <span className="result-table__hint">
                    {t('metric.shape')} {format.percent(point.metrics.shape.rate)} (
                    {t('result.of-n', {
                      successes: point.metrics.shape.successes,
                      n: point.metrics.shape.n,
                    })}
                    , {format.interval(point.metrics.shape)})
                  </span>
                ) : null}
              </>
            ) : (
              <span className="muted">{t('result.not-run')}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
