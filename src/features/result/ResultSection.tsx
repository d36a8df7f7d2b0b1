/** The result in numbers: headline finding, table with intervals, and what stands behind them. */

import { useI18n } from '../../i18n/react.tsx';
import type { RunView } from '../../store/view.ts';
import { Comparisons } from './Comparisons.tsx';
import { Facts } from './Facts.tsx';
import { GenerationEnds } from './GenerationEnds.tsx';
import { OtherScoring } from './OtherScoring.tsx';
import { Placebo } from './Placebo.tsx';
import { ResultTable } from './ResultTable.tsx';
import { useAnalysis } from './use-analysis.ts';
import './result.css';
import './more.css';

export function ResultSection({ view }: { view: RunView }) {
  const { t } = useI18n();
  const analysis = useAnalysis(view.result);
  return (
    <section className="result" aria-labelledby="result-title">
      {/* One column beside the facts, which are as long as all of this. */}
      <div className="result__main">
        <div className="result__table">
          <h2 id="result-title">{t('result.title')}</h2>
          <ResultTable points={view.points} config={view.config} />
        </div>
        <Placebo view={view} analysis={analysis} />
        <div className="mores">
          {analysis ? <Comparisons view={analysis} config={view.config} /> : null}
          {view.result ? <OtherScoring result={view.result} /> : null}
          <GenerationEnds view={view} />
        </div>
      </div>
      {view.result ? <Facts result={view.result} analysis={analysis} /> : null}
    </section>
  );
}
