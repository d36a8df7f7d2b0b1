/** The history section: what this browser keeps of runs and studies, and what can be done with it. */

import { useEffect } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { receiveFiles } from '../../store/drop-actions.ts';
import {
  compareChosen,
  dismissHistoryError,
  makeHistoryFile,
  refreshHistory,
} from '../../store/history-actions.ts';
import { useHistory } from '../../store/history-store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FileInput } from '../../ui/controls/FileInput.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Comparison } from './Comparison.tsx';
import { EntryList } from './EntryList.tsx';
import '../../ui/chart/chart.css';
import './history.css';

export default function HistoryPage() {
  const { t, tn, format } = useI18n();
  const { entries, room, chosen, error, imported, comparison } = useHistory((state) => state);
  useEffect(() => {
    if (entries === null) void refreshHistory();
  }, [entries]);
  const runs = chosen.filter((id) => entries?.some((entry) => entry.id === id && entry.kind === 'run'));
  return (
    <section className="view history" id="result" tabIndex={-1} aria-label={t('section.history')}>
      <p className="lead">{t('history.lead')}</p>
      {room ? (
        <p className="small muted">
          {t('history.room', { used: format.bytes(room.used), quota: format.bytes(room.quota) })}{' '}
          {t(room.persisted ? 'history.room-persisted' : 'history.room-not-persisted')}
        </p>
      ) : null}
      <Tools chosen={chosen} comparable={chosen.length === 2 && runs.length === 2} />
      {error ? <ErrorNotice error={error} onDismiss={dismissHistoryError} /> : null}
      <p className="small" role="status">
        {imported === null ? '' : tn('history.imported', imported)}
      </p>
      {entries && entries.length > 0 ? <EntryList entries={entries} /> : null}
      {entries && entries.length === 0 ? <p className="muted">{t('history.none')}</p> : null}
      {comparison ? <Comparison comparison={comparison} /> : null}
    </section>
  );
}

function Tools({ chosen, comparable }: { chosen: readonly string[]; comparable: boolean }) {
  const { t, tn } = useI18n();
  const entries = useHistory((state) => state.entries) ?? [];
  const save = async (ids: readonly string[]) => {
    const file = await makeHistoryFile(ids);
    if (file) saveFile(file.name, file.blob);
  };
  return (
    <div className="history__tools">
      <Button disabled={!comparable} title={t('history.compare-hint')} onClick={() => void compareChosen()}>
        {t('history.compare')}
      </Button>
      <Button
        disabled={entries.length === 0}
        onClick={() => void save(chosen.length > 0 ? chosen : entries.map(({ id }) => id))}
      >
        <Icon name="download" />
        {chosen.length > 0 ? tn('history.export-chosen', chosen.length) : t('history.export-all')}
      </Button>
      <FileInput
        label={t('history.import')}
        testId="history-input"
        accept="application/json,.json"
        onFiles={(files) => void receiveFiles(files)}
      >
        {(open) => (
          <Button onClick={open}>
            <Icon name="file" />
            {t('history.import')}
          </Button>
        )}
      </FileInput>
      {comparable ? null : <span className="small muted">{t('history.compare-hint')}</span>}
    </div>
  );
}
