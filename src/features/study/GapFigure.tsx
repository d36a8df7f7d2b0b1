/** Post-trained minus base under each condition: chart and table. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyResult } from '../../lab/study/types.ts';
import { gapsCsv } from './csv.ts';
import { Figure } from './Figure.tsx';
import { GapChart } from './GapChart.tsx';
import { conditionName, pointsText, RESAMPLES } from './study-view.ts';

export function GapFigure({ result }: { result: StudyResult }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { analysis, config } = result;
  return (
    <Figure
      title={t('study.gaps')}
      subtitle={t('study.gaps-sub', {
        n: result.counts.evaluated,
        count: RESAMPLES,
        seed: String(config.itemSeed),
      })}
      fileName="score-gaps"
      csv={() => gapsCsv(result)}
      chart={(svg) => <GapChart result={result} svg={svg} />}
      table={
        <table className="data-table">
          <caption className="visually-hidden">{t('study.gaps')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('study.family')}</th>
              {analysis.gaps.map(({ condition }) => (
                <th scope="col" key={condition}>
                  {`${conditionName(i18n, condition, config)}, ${t('study.points')}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...analysis.families.map(({ name }) => name), t('study.mean')].map((name, m) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {analysis.gaps.map(({ condition, pairs, mean }) => {
                  const { difference, low, high } = pairs[m] ?? mean;
                  return (
                    <td key={condition}>
                      {pointsText(i18n, difference)}{' '}
                      <span className="interval">
                        {`${pointsText(i18n, low)} … ${pointsText(i18n, high)}`}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
