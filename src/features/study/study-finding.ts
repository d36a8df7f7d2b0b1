/**
 * What the headline of a study may say: how far each base ranking is from the post-trained models as they are, with
 * interval, and which rankings are none. Pure; words are StudyFinding's.
 */

import type { StudyAgreement, StudyResult } from '../../lab/study/types.ts';

export type FindingName = 'zero-shot' | 'few-shot' | 'soft-prompt' | 'knowledge';

export interface StudyFindingParts {
  /** Pairs that could swap. */
  readonly pairs: number;
  /** The post-trained models' own order is none, so no base ranking can be held against it. */
  readonly referenceCompressed: boolean;
  readonly readable: readonly (Pick<StudyAgreement, 'distance' | 'low' | 'high'> & {
    readonly name: FindingName;
  })[];
  /** Compressed base rankings, of which no order can be read whatever their distance. */
  readonly orderless: readonly FindingName[];
}

/** null where soft prompts or an untuned condition are missing, or fewer than two families are complete. */
export function studyFinding({ analysis }: Pick<StudyResult, 'analysis'>): StudyFindingParts | null {
  const { agreements, rankings, families } = analysis;
  const of = (condition: FindingName, metric: StudyAgreement['metric'] = 'exactMatch') =>
    agreements.find(
      (one) => one.reference === 'zero-shot' && one.condition === condition && one.metric === metric,
    );
  const untuned = of('zero-shot') ? 'zero-shot' : 'few-shot';
  const knowledge = of('zero-shot', 'knowledge');
  const [first, soft] = [of(untuned), of('soft-prompt')];
  if (!first || !soft || families.length < 2) return null;
  const compressed = (role: 'base' | 'post-trained', { condition, metric }: Partial<StudyAgreement>) =>
    rankings.some(
      (one) =>
        one.role === role &&
        one.condition === condition &&
        one.metric === metric &&
        one.compression.compressed,
    );
  const named: readonly (readonly [FindingName, StudyAgreement])[] = [
    [untuned, first],
    ['soft-prompt', soft],
    ...(knowledge ? [['knowledge', knowledge] as const] : []),
  ];
  return {
    pairs: (families.length * (families.length - 1)) / 2,
    referenceCompressed: compressed('post-trained', { condition: 'zero-shot', metric: 'exactMatch' }),
    readable: named
      .filter(([, agreement]) => !compressed('base', agreement))
      .map(([name, { distance, low, high }]) => ({ name, distance, low, high })),
    orderless: named.filter(([, agreement]) => compressed('base', agreement)).map(([name]) => name),
  };
}
