/** What a study found: table while it runs, rankings and gaps when it is done. */

import { useI18n } from '../../i18n/react.tsx';
import { isStudyBusy } from '../../store/study-session.ts';
import { fillStudyFrom } from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { CellTable } from './CellTable.tsx';
import { CompressionNotes } from './CompressionNotes.tsx';
import { cellsCsv } from './csv.ts';
import { GapFigure } from './GapFigure.tsx';
import { LinkedTable } from './LinkedTable.tsx';
import { PlaceboNotes } from './PlaceboNotes.tsx';
import { placeboSummaries } from './placebo-summary.ts';
import { RankingFigure } from './RankingFigure.tsx';
import { StudyFacts } from './StudyFacts.tsx';
import { StudyFinding } from './StudyFinding.tsx';
import { StudyShare } from './StudyShare.tsx';
import { type StudyView, toStudyView } from './study-view.ts';

export function StudyResultArea() {
  const { t, tn } = useI18n();
  const viewed = useStudy((state) => state.viewed);
  const session = useStudy((state) => state.session);
  const view = toStudyView({ viewed, session });
  if (!view) {
    return (
      <section className="view" id="result" tabIndex={-1} aria-label={t('section.study')}>
        <div className="view__empty">
          <p className="muted">{t('study.empty')}</p>
        </div>
      </section>
    );
  }
  const { result, config, cells } = view;
  const n = cells[0]?.metrics[0]?.exactMatch.n ?? 0;
  return (
    <section
      className="view"
      id="result"
      tabIndex={-1}
      aria-labelledby="study-title"
      data-study={view.origin}
    >
      <StudyHead view={view} />
      {result ? <StudyFinding result={result} /> : null}
      {result && result.analysis.families.length > 1 ? <RankingFigure result={result} /> : null}
      <LinkedTable own={view.origin === 'live' ? result : null} />
      <div className="study__block">
        <header className="chart__head">
          <h3>{t('study.table')}</h3>
          {result === null && cells.length > 0 && !isStudyBusy(session.status) ? (
            <Button
              onClick={() =>
                saveFile('study-so-far.csv', new Blob([cellsCsv({ config, cells })], { type: 'text/csv' }))
              }
            >
              <Icon name="download" />
              {t('study.table-csv')}
            </Button>
          ) : null}
        </header>
        <p className="small muted">
          {tn('study.table-sub', n)}
          {config.seeds.length > 1 ? ` ${t('study.table-sub-seeds', { count: config.seeds.length })}` : ''}
        </p>
        <CellTable view={view} />
      </div>
      <PlaceboNotes summaries={placeboSummaries(view)} config={config} />
      {result && result.analysis.families.length > 0 ? (
        <>
          <GapFigure result={result} />
          <CompressionNotes result={result} />
        </>
      ) : null}
      {result && result.analysis.families.length < 2 ? <p className="muted">{t('study.no-pairs')}</p> : null}
      {result ? (
        <>
          <StudyFacts result={result} />
          <StudyShare result={result} />
        </>
      ) : null}
    </section>
  );
}

function StudyHead({ view }: { view: StudyView }) {
  const { t, tn } = useI18n();
  const status = useStudy((state) => state.session.status);
  const { origin, result, config } = view;
  const label = origin !== 'live' ? origin : result ? 'own' : isStudyBusy(status) ? 'live' : 'partial';
  return (
    <header className="view__head">
      <div className="view__titles">
        <p className="view__label">
          <span className="tag tag--accent">{t(`study.${label}`)}</span>
          {origin === 'recorded' ? (
            <span className="small muted">
              {t('study.recorded-note')} <code>{view.command}</code>
            </span>
          ) : null}
          {origin === 'shared' ? <span className="small muted">{t('study.shared-note')}</span> : null}
          {view.name === undefined ? null : <span className="small muted">{view.name}</span>}
        </p>
        <h2 id="study-title">
          {t('study.heading', {
            models: tn('history.models', config.models.length),
            benchmark: config.benchmarkName,
          })}
          <span className="view__seed">
            {' · '}
            {tn('study.heading-seeds', config.seeds.length, { seeds: config.seeds.join(', ') })}
          </span>
        </h2>
      </div>
      {result && origin !== 'live' && origin !== 'recorded' ? (
        <Button
          disabled={isStudyBusy(status)}
          onClick={() => {
            fillStudyFrom(result);
            document.getElementById('setup')?.focus();
          }}
        >
          {t('study.run-again')}
        </Button>
      ) : null}
    </header>
  );
}
