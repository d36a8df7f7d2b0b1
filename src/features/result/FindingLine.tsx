/** The result in one sentence, worded only as far as the numbers carry it. */

import { useI18n } from '../../i18n/react.tsx';
import { finding, isFormGap } from '../../store/curves.ts';
import type { RunView } from '../../store/view.ts';

export function FindingLine({ view }: { view: RunView }) {
  const { t, format } = useI18n();
  const found = finding(view.points);
  if (!found) return null;
  const percent = (rate: { rate: number }) => format.percent(rate.rate, 0);
  const from = percent(found.knowledge);
  const params = { knowledge: from, untuned: percent(found.untuned), n: found.untuned.n };
  if (!found.tuned || !found.tunedKnowledge) {
    return <p className="finding">{t('finding.untuned', params)}</p>;
  }
  const to = percent(found.tunedKnowledge);
  return (
    <p className="finding">
      {t(isFormGap(found) ? 'finding.gap' : 'finding.flat', {
        ...params,
        step: found.step,
        tuned: percent(found.tuned),
        change: t(from === to ? 'finding.stayed' : 'finding.went', { from, to }),
      })}
    </p>
  );
}
