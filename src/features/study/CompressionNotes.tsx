/** Says of each ranking whether it is one: ties, scores like zero, pairs that chance may have ordered. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyRanking, StudyResult } from '../../lab/study/types.ts';
import { rankingName } from './study-view.ts';

export function CompressionNotes({ result }: { result: StudyResult }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { analysis, config } = result;
  const compressed = analysis.rankings.filter(({ compression }) => compression.compressed);
  return (
    <section className="study__block" aria-labelledby="compression-title">
      <h3 id="compression-title">{t('study.compression')}</h3>
      <p className="small muted">{t('study.compression-sub', { n: result.counts.evaluated })}</p>
      {compressed.length === 0 ? (
        <p>{t('study.compression.none')}</p>
      ) : (
        <dl className="notes">
          {compressed.map((ranking) => (
            <div key={`${ranking.role} ${ranking.condition} ${ranking.metric}`}>
              <dt>{`${rankingName(i18n, ranking, config)}, ${t(`study.role.${ranking.role}`)}`}</dt>
              <dd>
                <Reasons
                  ranking={ranking}
                  names={analysis.families.map(({ name }) => name)}
                  n={result.counts.evaluated}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface ReasonsProps {
  ranking: StudyRanking;
  names: readonly string[];
  /** Test items. */
  n: number;
}

function Reasons({ ranking, names, n }: ReasonsProps) {
  const { t } = useI18n();
  const { ties, likeZero, unresolved, pairs } = ranking.compression;
  const list = (models: readonly number[], joint: string) => models.map((m) => names[m]).join(joint);
  const groups = ties.map((group) => list(group, ' = ')).join(', ');
  return [
    ...(ties.length > 0 ? [t('study.compression.ties', { groups })] : []),
    ...(likeZero.length > 0 ? [t('study.compression.zero', { models: list(likeZero, ', '), n })] : []),
    t('study.compression.unresolved', { count: unresolved.length, pairs }),
  ].join('; ');
}
