/** The result in one sentence, worded only as far as the numbers carry it. */

import type { Rate } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { type Change, changeOf, MARGIN } from '../../store/changes.ts';
import { finding, isFormGap } from '../../store/curves.ts';
import type { RunView } from '../../store/view.ts';
import { signed } from '../../ui/number-text.ts';
import { rateText } from './rate-text.ts';
import { useAnalysis } from './use-analysis.ts';

export function FindingLine({ view }: { view: RunView }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const comparisons = useAnalysis(view.result)?.comparisons ?? [];
  const found = finding(view.points);
  if (!found) return null;
  const share = (rate: Rate) => rateText(i18n, rate);
  const percent = ({ rate }: Rate) => format.percent(rate, 0);
  const { n } = found.untuned;
  const params = { knowledge: share(found.knowledge), untuned: share(found.untuned), n };
  if (!found.tuned || !found.tunedKnowledge) {
    return <p className="finding">{t('finding.untuned', params)}</p>;
  }
  const gain = changeOf(comparisons, ['zero-shot', 'soft-prompt', 'exactMatch'], found.untuned, found.tuned);
  const known = changeOf(
    comparisons,
    ['zero-shot', 'soft-prompt', 'knowledge'],
    found.knowledge,
    found.tunedKnowledge,
  );
  const points = (share: number) => signed(format.fixed, share);
  const text = t(isFormGap(gain, known) ? 'finding.gap' : 'finding.flat', {
    ...params,
    step: found.step,
    tuned: share(found.tuned),
    gain: points(gain.difference),
    interval: `[${points(gain.low)}, ${points(gain.high)}]`,
    change: t(knowledgeKey(known), {
      from: percent(found.knowledge),
      to: share(found.tunedKnowledge),
      margin: 100 * MARGIN,
    }),
  });
  return <p className="finding">{gain.shown ? text : `${text} ${t('finding.unsure', { n })}`}</p>;
}

function knowledgeKey({ within, shown }: Change) {
  if (within) return 'finding.stayed';
  return shown ? 'finding.went' : 'finding.unsaid';
}
