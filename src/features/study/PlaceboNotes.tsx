/** What the placebos did over the study's models, in plain words and no further than the numbers carry. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyConfig } from '../../lab/study/types.ts';
import { MARGIN } from '../../store/changes.ts';
import type { PlaceboSummary } from './placebo-summary.ts';
import { conditionName } from './study-view.ts';

interface PlaceboNotesProps {
  summaries: readonly PlaceboSummary[];
  config: StudyConfig;
}

export function PlaceboNotes({ summaries, config }: PlaceboNotesProps) {
  const i18n = useI18n();
  const { t } = i18n;
  if (summaries.length === 0) return null;
  return (
    <section className="study__block" aria-labelledby="study-placebo-title" data-testid="study-placebo">
      <h3 id="study-placebo-title">{t('placebo.title')}</h3>
      <p className="small muted">{t('study.placebo-sub')}</p>
      <dl className="notes">
        {summaries.map((summary) => (
          <div key={`${summary.condition} ${summary.role}`}>
            <dt>{`${conditionName(i18n, summary.condition, config)}, ${t(`study.role.${summary.role}`)}`}</dt>
            <dd>
              <Shares summary={summary} />
              {summary.outcome ? (
                <p className="small">{t(`study.placebo-outcome.${summary.outcome}`, said(summary))}</p>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const said = ({ n }: PlaceboSummary) => ({ n, margin: 100 * MARGIN });

function Shares({ summary }: { summary: PlaceboSummary }) {
  const { t, format } = useI18n();
  const { placebo, real, before, models } = summary;
  const percent = (share: number) => format.percent(share, 0);
  const values = {
    models,
    format: percent(placebo.format),
    shape: percent(placebo.shape),
    knowledge: percent(placebo.knowledge),
    realFormat: percent(real.format),
    realShape: percent(real.shape),
    realKnowledge: percent(real.knowledge),
  };
  if (!before) return t('study.placebo-shares-only', values);
  return t('study.placebo-shares', {
    ...values,
    beforeFormat: percent(before.format),
    beforeShape: percent(before.shape),
    beforeKnowledge: percent(before.knowledge),
  });
}
