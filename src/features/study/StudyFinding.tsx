/** The study in one or two sentences, worded only as far as its numbers carry. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyCondition, StudyResult } from '../../lab/study/types.ts';

/** Against the post-trained models as they are: zero-shot. */
export function StudyFinding({ result }: { result: StudyResult }) {
  const { t, format } = useI18n();
  const { agreements, families } = result.analysis;
  const against = agreements.filter(({ reference }) => reference === 'zero-shot');
  const of = (condition: StudyCondition, metric = 'exactMatch') =>
    against.find((one) => one.condition === condition && one.metric === metric);
  const soft = of('soft-prompt');
  const name = of('zero-shot') ? 'zero-shot' : 'few-shot';
  const untuned = of(name);
  const knowledge = of('zero-shot', 'knowledge');
  if (!soft || !untuned || families.length < 2) return null;
  const swaps = (value: number) => format.number(value, 1);
  return (
    <p className="finding">
      {t('study.finding', {
        first: t(`study.finding-name.${name}`),
        firstSwaps: swaps(untuned.distance),
        pairs: (families.length * (families.length - 1)) / 2,
        softSwaps: swaps(soft.distance),
        low: swaps(soft.low),
        high: swaps(soft.high),
      })}
      {knowledge
        ? ` ${t(`study.finding-knowledge.${result.config.task}`, { swaps: swaps(knowledge.distance) })}`
        : ''}
    </p>
  );
}
