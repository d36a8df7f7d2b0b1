/** What stands behind a study's numbers, and what they do not show. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyResult } from '../../lab/study/types.ts';
import { OPTIMIZER_NAMES } from '../../ui/optimizer-names.ts';
import { type Caveat, caveatsOf } from './caveats.ts';
import { RESAMPLES, shortName } from './study-view.ts';

export function StudyFacts({ result }: { result: StudyResult }) {
  const { t, format } = useI18n();
  const { config, counts, models, hashes, versions } = result;
  const { tuning } = config;
  const adapters = [...new Set(models.map(({ adapter }) => adapter).filter((adapter) => adapter !== ''))];
  const seconds = models.reduce((sum, model) => sum + model.seconds, 0);
  const rows: readonly (readonly [label: string, value: string])[] = [
    [t('study.facts.items'), t('study.facts.items-value', { ...counts, seed: String(config.itemSeed) })],
    [
      t('study.facts.intervals'),
      t('study.facts.intervals-value', { count: RESAMPLES, seed: String(config.itemSeed) }),
    ],
    [t('study.facts.seeds'), config.seeds.map(String).join(', ')],
    [
      t('study.facts.tuning'),
      t('study.facts.tuning-value', {
        vectors: tuning.numVirtualTokens,
        steps: tuning.steps,
        batch: tuning.batchSize,
        optimizer: OPTIMIZER_NAMES[tuning.optimizer],
        rate: format.number(tuning.learningRate, 6),
      }),
    ],
    [t('study.facts.time'), format.duration(seconds)],
    [t('study.facts.adapter'), adapters.join(', ')],
  ];
  const caveats = caveatsOf(result);
  const points = (share: number) => format.fixed(100 * share, 1);
  const params = (caveat: Caveat): Readonly<Record<string, string>> => {
    const n = format.number(counts.evaluated);
    if (caveat.name === 'noise') return { n, pairs: caveat.pairs.map((pair) => pair.join('/')).join(', ') };
    if (caveat.name !== 'gain') return {};
    const ends = [points(caveat.low), points(caveat.high)];
    const [lowest, highest] = caveat.bounds;
    return { n, range: [...new Set(ends)].join('–'), bounds: `${points(lowest)}–${points(highest)}` };
  };
  return (
    <section className="study__foot">
      {caveats.length > 0 ? (
        <div>
          <h3>{t('study.caveats')}</h3>
          <ul className="study__caveats">
            {caveats.map((caveat) => (
              <li key={caveat.name}>{t(`study.caveat.${caveat.name}`, params(caveat))}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className="facts">
        <h3>{t('study.facts')}</h3>
        <dl className="facts__list">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <details className="facts__hashes">
          <summary>{t('study.facts.hashes')}</summary>
          <dl className="facts__list facts__list--mono">
            {config.models.flatMap(({ id }, model) =>
              models[model]!.hashes.map(({ path, sha256 }) => (
                <div key={`${id} ${path}`}>
                  <dt>{`${shortName(id)}/${path}`}</dt>
                  <dd>{sha256}</dd>
                </div>
              )),
            )}
            {[['train', hashes.train], ['test', hashes.test], ...Object.entries(versions)].map(
              ([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
            )}
          </dl>
        </details>
      </div>
    </section>
  );
}
