/** How the generations of each condition ended, and how many run in a loop. */

import { useI18n } from '../../i18n/react.tsx';
import { finalPoint } from '../../store/curves.ts';
import type { RunView } from '../../store/view.ts';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';

const ENDS = ['stop-token', 'stop-rule', 'length'] as const;

export function GenerationEnds({ view }: { view: RunView }) {
  const { t } = useI18n();
  const { config, points } = view;
  const rows = config.conditions.flatMap((condition) => {
    const generation = finalPoint(points, condition)?.generation;
    return generation ? [{ condition, generation }] : [];
  });
  if (rows.length === 0) return null;
  const troubled = rows.some(({ generation }) => generation.ends.length + generation.looping > 0);
  return (
    <details className="more" data-testid="generation-ends">
      <summary>{t('generation.title')}</summary>
      <ScrollRegion label={t('generation.title')}>
        <table className="more__table more__table--numbers">
          <thead>
            <tr>
              <th scope="col">{t('result.condition')}</th>
              {ENDS.map((end) => (
                <th scope="col" key={end}>
                  {t(`generation.${end}`)}
                </th>
              ))}
              <th scope="col">{t('generation.looping')}</th>
              <th scope="col">n</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ condition, generation }) => (
              <tr key={condition}>
                <th scope="row">{t(`condition.${condition}`, { count: config.fewShotCount })}</th>
                {ENDS.map((end) => (
                  <td key={end}>{generation.ends[end]}</td>
                ))}
                <td>{generation.looping}</td>
                <td>{generation.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {troubled ? <p className="small muted">{t('generation.hint')}</p> : null}
    </details>
  );
}
