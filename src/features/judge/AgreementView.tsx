/** How rule and judge agree with a person: a 2 x 2 table each, and Cohen's kappa where it means something. */

import { useCallback } from 'react';
import type { JudgeQuestion } from '../../eval/index.ts';
import type { Condition } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { LabelSheet } from '../../lab/judge/types.ts';
import { useJudge } from '../../store/judge-store.ts';
import { labelAgreements, type RaterAgreement } from '../../store/judge-view.ts';
import type { RunView } from '../../store/view.ts';
import { creditedCount } from './label-keys.ts';
import { useComputed } from './use-computed.ts';

interface AgreementProps {
  view: RunView;
  condition: Condition;
  sheet: LabelSheet;
  questions: readonly JudgeQuestion[];
}

export function AgreementView({ view, condition, sheet, questions }: AgreementProps) {
  const { t } = useI18n();
  const { examples } = view;
  const judging = useJudge((state) => state.judging);
  const found = useComputed(
    useCallback(
      () =>
        Promise.all(
          questions.map(async (question) => ({
            question,
            raters: await labelAgreements(sheet, examples, condition, question, judging),
          })),
        ),
      [sheet, examples, condition, judging, questions],
    ),
  );
  return (
    <section className="agreement" aria-label={t('label.agreement')} data-testid="agreement">
      {found?.map(({ question, raters }) => (
        <div key={question}>
          <h3>{t('label.agreement-of', { metric: t(`metric.${question}`) })}</h3>
          <div className="agreement__tables">
            {raters.map((rater) => (
              <RaterTable key={rater.rater} found={rater} />
            ))}
          </div>
        </div>
      ))}
      <p className="small muted">
        {t('label.source', {
          credited: creditedCount(sheet.items, examples, condition, questions[0]!),
          count: sheet.items.length,
        })}
      </p>
    </section>
  );
}

function RaterTable({ found }: { found: RaterAgreement }) {
  const { t, format } = useI18n();
  const { table, agreement, standing } = found;
  const rater = t(`label.rater.${found.rater}`);
  if (standing === 'empty') {
    return (
      <div className="agreement__rater" data-rater={found.rater}>
        <h4>{rater}</h4>
        <p className="small muted">{t('label.kappa.empty')}</p>
      </div>
    );
  }
  return (
    <div className="agreement__rater" data-rater={found.rater}>
      <table className="agreement__table">
        <caption>{rater}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('label.rater-yes', { rater })}</th>
            <th scope="col">{t('label.rater-no', { rater })}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('label.you-yes')}</th>
            <td>{table.bothYes}</td>
            <td>{table.secondOnly}</td>
          </tr>
          <tr>
            <th scope="row">{t('label.you-no')}</th>
            <td>{table.firstOnly}</td>
            <td>{table.bothNo}</td>
          </tr>
        </tbody>
      </table>
      <p className="small">
        {t('label.agree', {
          percent: format.percent(agreement.rate, 0),
          successes: agreement.successes,
          n: agreement.n,
          interval: format.interval(agreement),
        })}
      </p>
      <p className="small">
        <KappaText found={found} />
      </p>
    </div>
  );
}

function KappaText({ found: { kappa, standing, agreement } }: { found: RaterAgreement }) {
  const { t, format } = useI18n();
  if (standing !== 'ok' || !kappa) {
    return t(`label.kappa.${standing === 'ok' ? 'undefined' : standing}`, { n: agreement.n });
  }
  return t('label.kappa', {
    value: format.fixed(kappa.value, 2),
    low: format.fixed(kappa.low, 2),
    high: format.fixed(kappa.high, 2),
  });
}
