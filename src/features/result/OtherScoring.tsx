/** The same outputs under the rules of other harnesses, beside our exact match; ties and probability mass. */

import { Fragment, type ReactNode } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { MessageKey } from '../../i18n/translate.ts';
import type { RunResult } from '../../lab/types.ts';
import { finalPoint } from '../../store/curves.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';

const RATES = [
  'exact_match,strict-match',
  'exact_match,flexible-extract',
  'exact_match,official',
  'exact_match,option-letter',
  'acc',
  'acc_norm',
  'acc_bytes',
  'acc_mutual_info',
] as const;

/** A name like acc_mutual_info in several lines, so that the table fits its column. */
function breakable(name: string): ReactNode {
  return name.split(/(?=_)/).map((part) => (
    <Fragment key={part}>
      <wbr />
      {part}
    </Fragment>
  ));
}

export function OtherScoring({ result }: { result: RunResult }) {
  const { t, format } = useI18n();
  const scoring = result.analysis?.scoring ?? [];
  if (scoring.length === 0) return null;
  const closed = scoring.some(({ ties }) => ties !== null);
  const columns = RATES.filter((rate) => scoring.some(({ rates }) => rates[rate]));
  const head = (key: MessageKey) => (
    <th scope="col" key={key}>
      {breakable(t(key))}
    </th>
  );
  return (
    <details className="more" data-testid="other-scoring">
      <summary>{t('scoring.title')}</summary>
      <p className="muted">{t('scoring.lead')}</p>
      <ScrollRegion label={t('scoring.title')}>
        <table className="more__table more__table--numbers">
          <thead>
            <tr>
              {head('result.condition')}
              {head('scoring.exact')}
              {columns.map((rate) => head(`scoring.${rate}`))}
              {closed ? head('scoring.ties') : null}
              {closed ? head('scoring.mass') : null}
            </tr>
          </thead>
          <tbody>
            {scoring.map(({ condition, rates, ties, probabilityMass }) => {
              const exact = finalPoint(result.points, condition)?.metrics.exactMatch;
              return (
                <tr key={condition}>
                  <th scope="row">
                    {t(`condition.${condition}`, { count: result.config.fewShotCount })}
                    {exact ? <span className="more__interval">n = {exact.n}</span> : null}
                  </th>
                  {[exact, ...columns.map((rate) => rates[rate])].map((rate, i) => (
                    <td key={columns[i - 1] ?? 'exact'}>
                      {rate ? format.percent(rate.rate) : '–'}
                      {rate ? <span className="more__interval">{format.interval(rate)}</span> : null}
                    </td>
                  ))}
                  {closed ? <td>{ties ?? '–'}</td> : null}
                  {closed ? (
                    <td>{probabilityMass === null ? '–' : format.percent(probabilityMass)}</td>
                  ) : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      {closed ? <p className="small muted">{t('scoring.mass-hint')}</p> : null}
    </details>
  );
}
