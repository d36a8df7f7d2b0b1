/** Two runs item by item: gains and losses with McNemar's exact test, and the items that changed. */

import { useI18n } from '../../i18n/react.tsx';
import type { ConditionComparison, RunComparison } from '../../store/compare-runs.ts';
import { dismissComparison } from '../../store/history-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { pText, signed } from '../../ui/number-text.ts';
import { runFactsText } from './run-facts-text.ts';

/** Shown of a list of changed items; the counts above are of all. */
const SHOWN_FLIPS = 50;

export function Comparison({ comparison }: { comparison: RunComparison }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const [first, second] = comparison.names;
  const points = (share: number) => signed(format.fixed, share);
  const { conditions } = comparison;
  return (
    <div className="comparison">
      <header className="chart__head">
        <h2>{t('history.comparison', { first, second })}</h2>
        <Button look="quiet" onClick={dismissComparison}>
          {t('history.close')}
        </Button>
      </header>
      {comparison.sameData ? null : <p className="muted">{t('history.comparison-other-data')}</p>}
      {conditions.length === 0 ? (
        <p className="muted">{t('history.comparison-none')}</p>
      ) : (
        <ScrollRegion label={t('history.comparison', { first, second })}>
          <table className="data-table">
            <caption className="visually-hidden">{t('history.comparison', { first, second })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('study.condition')}</th>
                {comparison.names.map((name, side) => (
                  <th scope="col" key={name + String(side)}>
                    {`${side + 1}: ${name}`}
                    <span className="history__hint">
                      {`${format.dateTime(comparison.facts[side]!.startedAt)} · ${runFactsText(comparison.facts[side]!, i18n)}`}
                    </span>
                  </th>
                ))}
                <th scope="col">{t('history.difference')}</th>
                <th scope="col">{t('history.gains')}</th>
                <th scope="col">{t('history.losses')}</th>
                <th scope="col">{t('history.p')}</th>
                <th scope="col">{t('history.n')}</th>
              </tr>
            </thead>
            <tbody>
              {conditions.map((one) => (
                <tr key={`${one.condition} ${one.metric}`}>
                  <th scope="row">
                    <ConditionLabel one={one} />
                  </th>
                  {one.rates.map((rate, side) => (
                    <td key={String(side)}>
                      {format.percent(rate.rate)}
                      <span className="history__hint">{format.interval(rate)}</span>
                    </td>
                  ))}
                  <td>
                    {points(one.difference.difference)}
                    <span className="history__hint">
                      {t('history.to', {
                        low: points(one.difference.low),
                        high: points(one.difference.high),
                      })}
                    </span>
                  </td>
                  <td>{one.gains}</td>
                  <td>{one.losses}</td>
                  <td>{pText(one.p, format.fixed)}</td>
                  <td>{one.n}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {conditions
        .filter(({ flips }) => flips.length > 0)
        .map((one) => (
          <details key={`${one.condition} ${one.metric}`} className="comparison__flips">
            <summary>
              {t('history.flips')}: <ConditionLabel one={one} /> ({one.flips.length})
            </summary>
            <Flips one={one} names={comparison.names} />
          </details>
        ))}
    </div>
  );
}

function ConditionLabel({ one }: { one: ConditionComparison }) {
  const { t } = useI18n();
  const condition = t(
    one.condition === 'few-shot' ? 'condition.few-shot-plain' : `condition.${one.condition}`,
  );
  return `${condition}, ${t(`metric.${one.metric}`)}`;
}

function Flips({ one, names }: { one: ConditionComparison; names: RunComparison['names'] }) {
  const { t, tn } = useI18n();
  return (
    <ul>
      {one.flips.slice(0, SHOWN_FLIPS).map(({ itemId, prompt, answer, first, second, gained }) => (
        <li key={itemId} className="comparison__flip">
          <p className="small muted">
            {t(gained ? 'history.flip-gained' : 'history.flip-lost')} · {itemId}
          </p>
          <pre>{prompt}</pre>
          <dl>
            <div>
              <dt>{t('examples.required')}</dt>
              <dd>
                <code>{answer}</code>
              </dd>
            </div>
            {[first, second].map((output, side) => (
              <div key={names[side] + String(side)}>
                <dt>{`${side + 1}: ${names[side]} ${t('history.wrote')}`}</dt>
                <dd>
                  <code>{output.trim() === '' ? t('examples.empty-output') : output}</code>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {one.flips.length > SHOWN_FLIPS ? (
        <li className="small muted">{tn('import.more', one.flips.length - SHOWN_FLIPS)}</li>
      ) : null}
    </ul>
  );
}
