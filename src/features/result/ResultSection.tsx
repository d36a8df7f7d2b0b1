/** The result in numbers: headline finding, table with intervals, and what stands behind them. */

import type { RequiredForm } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { RunView } from '../../store/view.ts';
import { Comparisons } from './Comparisons.tsx';
import { Facts } from './Facts.tsx';
import { GenerationEnds } from './GenerationEnds.tsx';
import { OtherScoring } from './OtherScoring.tsx';
import { Placebo } from './Placebo.tsx';
import { ResultTable } from './ResultTable.tsx';
import { useAnalysis } from './use-analysis.ts';
import { ZeroNotes } from './ZeroNotes.tsx';
import './result.css';
import './more.css';

/** What an open output must look like: as chosen, else as the benchmark asks where the items came along. */
function formOf({ config, examples }: RunView): RequiredForm['kind'] | undefined {
  if (config.prompt?.form) return config.prompt.form.kind;
  const item = examples[0]?.item;
  // An open item without a form of its own asks for `#### answer`.
  return item?.task === 'open' ? (item.form?.kind ?? 'hash') : undefined;
}

export function ResultSection({ view }: { view: RunView }) {
  const { t } = useI18n();
  const analysis = useAnalysis(view.result);
  return (
    <section className="result" aria-labelledby="result-title">
      {/* One column beside the facts, which are as long as all of this. */}
      <div className="result__main">
        <div className="result__table">
          <h2 id="result-title">{t('result.title')}</h2>
          <ResultTable points={view.points} config={view.config} form={formOf(view)} />
          {view.result ? <ZeroNotes result={view.result} /> : null}
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
