/** The result in numbers: headline finding, table with intervals, and what stands behind them. */

import { useI18n } from '../../i18n/react.tsx';
import type { RunView } from '../../store/view.ts';
import { Facts } from './Facts.tsx';
import { ResultTable } from './ResultTable.tsx';
import './result.css';

export function ResultSection({ view }: { view: RunView }) {
  const { t } = useI18n();
  return (
    <section className="result" aria-labelledby="result-title">
      <div className="result__table">
        <h2 id="result-title">{t('result.title')}</h2>
        <ResultTable points={view.points} config={view.config} />
      </div>
      {view.result ? <Facts result={view.result} /> : null}
    </section>
  );
}
