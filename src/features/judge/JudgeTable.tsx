/** Rule and judge side by side: rates before and after, how they agree, what stayed unscored. */

import { useCallback } from 'react';
import type { Rate } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { JudgeSummary } from '../../lab/judge/types.ts';
import { type JudgedRow, judgedRows } from '../../store/judge-view.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { usageText } from './usage-text.ts';
import { useComputed } from './use-computed.ts';

export function JudgeTable({ summary, fewShotCount }: { summary: JudgeSummary; fewShotCount: number }) {
  const i18n = useI18n();
  const { t } = i18n;
  const rows = useComputed(useCallback(() => judgedRows(summary), [summary]));
  const { model, kind, promptVersion: version, scope, usage } = summary;
  return (
    <div className="judge__result" data-testid="judge-table">
      <ScrollRegion label={t('judge.table')}>
        <table className="more__table">
          <caption className="visually-hidden">{t('judge.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('result.condition')}</th>
              <th scope="col">{t('judge.column.rule')}</th>
              <th scope="col">{t('judge.column.after')}</th>
              <th scope="col">{t('judge.column.found')}</th>
              <th scope="col">{t('judge.column.agree')}</th>
              <th scope="col">{t('judge.column.unscored')}</th>
            </tr>
          </thead>
          <tbody>
            {(rows ?? []).map((row) => (
              <Row key={`${row.condition} ${row.question}`} row={row} fewShotCount={fewShotCount} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="small muted">
        {t('judge.facts', {
          model,
          version,
          where: t(`judge.facts.${kind}`),
          scope: t(`judge.facts.${scope}`),
        })}{' '}
        {t('judge.cost', { usage: usageText(i18n, usage) })}
      </p>
    </div>
  );
}

function Row({ row, fewShotCount }: { row: JudgedRow; fewShotCount: number }) {
  const { t, format } = useI18n();
  const { condition, question, rates, unscored, unparsable, failed, found } = row;
  const { before, after, upper, asked, agreement } = rates;
  const lost = [
    unparsable > 0 ? t('judge.unparsable', { count: unparsable }) : '',
    failed > 0 ? t('judge.failed', { count: failed }) : '',
  ].filter((part) => part !== '');
  return (
    <tr>
      <th scope="row">
        {t(`condition.${condition}`, { count: fewShotCount })}
        <span className="more__interval">{t(`metric.${question}`)}</span>
      </th>
      <RateCell rate={before} />
      <RateCell
        rate={after}
        note={
          unscored > 0
            ? t('judge.upper', {
                rate: format.percent(upper.rate),
                successes: upper.successes,
                n: upper.n,
                interval: format.interval(upper),
                count: unscored,
              })
            : undefined
        }
      />
      <td>
        {asked > 0 ? found : '–'}
        <span className="more__interval">
          {asked > 0 ? t('judge.of-asked', { count: asked }) : t('judge.none-asked')}
        </span>
      </td>
      <td>
        {agreement.n > 0 ? format.percent(agreement.rate) : '–'}
        {agreement.n > 0 ? (
          <span className="more__interval">
            {t('judge.agree-of', { successes: agreement.successes, n: agreement.n })} ·{' '}
            {format.interval(agreement)}
          </span>
        ) : null}
      </td>
      <td>
        {unparsable + failed}
        {lost.map((text) => (
          <span className="more__interval" key={text}>
            {text}
          </span>
        ))}
      </td>
    </tr>
  );
}

function RateCell({ rate, note }: { rate: Rate; note?: string | undefined }) {
  const { t, format } = useI18n();
  if (rate.n === 0) return <td>–</td>;
  return (
    <td>
      <strong className="judge__rate">{format.percent(rate.rate)}</strong>
      <span className="more__interval">
        {t('result.of-n', { successes: rate.successes, n: rate.n })} · {format.interval(rate)}
      </span>
      {note ? <span className="more__interval">{note}</span> : null}
    </td>
  );
}
