/** The study in one or two sentences, worded only as far as its numbers carry. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyResult } from '../../lab/study/types.ts';
import { type FindingName, studyFinding } from './study-finding.ts';

/** Against the post-trained models as they are: zero-shot. */
export function StudyFinding({ result }: { result: StudyResult }) {
  const { t, tn, format } = useI18n();
  const found = studyFinding(result);
  if (!found) return null;
  const { pairs, readable, orderless, referenceCompressed } = found;
  const n = result.counts.evaluated;
  if (referenceCompressed) return <p className="finding">{t('study.finding-no-reference', { n })}</p>;
  const swaps = (value: number) => format.number(value, 1);
  const nameOf = (name: FindingName) =>
    t(
      name === 'knowledge'
        ? `study.finding-name.knowledge.${result.config.task}`
        : `study.finding-name.${name}`,
    );
  const sentences = readable.map(({ name, distance, low, high }, i) =>
    t(i === 0 ? 'study.finding' : 'study.finding-next', {
      name: nameOf(name),
      swaps: tn('study.swaps-of', pairs, { swaps: swaps(distance) }),
      low: swaps(low),
      high: swaps(high),
      n,
    }),
  );
  const none = orderless.map(nameOf).join(t('study.finding-or'));
  return (
    <p className="finding">
      {[...sentences, ...(none === '' ? [] : [t('study.finding-none', { names: none, n })])].join(' ')}
    </p>
  );
}
