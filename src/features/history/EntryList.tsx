/** The entries as a table; renaming and deleting happen in their rows, deleting only after a second yes. */

import { type FormEvent, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import {
  deleteEntry,
  isRunningEntry,
  makeHistoryFile,
  openEntry,
  renameEntry,
  toggleChosen,
} from '../../store/history-actions.ts';
import { type EntryRecord, useHistory } from '../../store/history-store.ts';
import { showSection } from '../../store/section.ts';
import { continueStudy } from '../../store/study-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { runFactsText } from './run-facts-text.ts';

/** Stands where a value of the database has not been read yet. */
const UNREAD = '…';

export function EntryList({ entries }: { entries: readonly EntryRecord[] }) {
  const { t } = useI18n();
  return (
    <ScrollRegion label={t('history.entries')}>
      <table className="history__table">
        <caption className="visually-hidden">{t('history.entries')}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('history.name')}</th>
            <th scope="col" className="history__wide">
              {t('history.when')}
            </th>
            <th scope="col" className="history__wide">
              {t('history.size')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function EntryRow({ entry }: { entry: EntryRecord }) {
  const i18n = useI18n();
  const { t, tn, format } = i18n;
  const { id, kind, name, createdAt, complete, modelIds, benchmarkName } = entry;
  const chosen = useHistory((state) => state.chosen.includes(id));
  const facts = useHistory((state) => state.facts[id]);
  const size = useHistory((state) => state.sizes[id]);
  const when = format.dateTime(createdAt);
  const bytes = size === undefined ? UNREAD : format.bytes(size);
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown');
  const save = async () => {
    const file = await makeHistoryFile([id]);
    if (file) saveFile(file.name, file.blob);
  };
  const goOn = () => {
    showSection('study');
    void continueStudy(id);
  };
  return (
    <tr data-entry={kind}>
      <td>
        <label className="check">
          <input type="checkbox" checked={chosen} onChange={() => toggleChosen(id)} />
          <span className="visually-hidden">{t('history.choose', { name })}</span>
        </label>
      </td>
      <th scope="row">
        {mode === 'renaming' ? <RenameForm entry={entry} onDone={() => setMode('shown')} /> : name}
        <span className="history__hint">
          {`${t(`history.kind.${kind}`)} · ${tn('history.models', modelIds.length)} · ${benchmarkName}`}
          {complete ? '' : ` · ${t('history.unfinished')}`}
        </span>
        {/* Facts and size are read after the list: their places are kept, so that nothing moves when they come. */}
        {kind === 'run' && (
          <span className="history__hint">{facts ? runFactsText(facts, i18n) : UNREAD}</span>
        )}
        <span className="history__hint history__narrow">{`${when} · ${bytes}`}</span>
      </th>
      <td className="history__wide">{when}</td>
      <td className="history__size history__wide tabular">{bytes}</td>
      <td>
        {mode === 'deleting' ? (
          <div
            className="history__buttons"
            role="alertdialog"
            aria-label={t('history.delete-sure', { name })}
          >
            <span>{t('history.delete-sure', { name })}</span>
            <Button autoFocus onClick={() => setMode('shown')}>
              {t('history.delete-no')}
            </Button>
            <Button className="history__delete" onClick={() => void deleteEntry(id)}>
              {t('history.delete-yes')}
            </Button>
          </div>
        ) : (
          <div className="history__buttons">
            {complete || kind === 'run' ? (
              <Button onClick={() => void openEntry(entry)}>{t('history.open')}</Button>
            ) : (
              <Button onClick={goOn}>{t('history.go-on')}</Button>
            )}
            <Button
              look="quiet"
              aria-label={t('history.rename-of', { name })}
              onClick={() => setMode('renaming')}
            >
              {t('history.rename')}
            </Button>
            <Button look="quiet" onClick={() => void save()}>
              {t('history.export')}
            </Button>
            <Button
              look="quiet"
              disabled={isRunningEntry(id)}
              aria-label={t('history.delete-of', { name })}
              onClick={() => setMode('deleting')}
            >
              {t('history.delete')}
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}

function RenameForm({ entry, onDone }: { entry: EntryRecord; onDone: () => void }) {
  const { t } = useI18n();
  const [text, setText] = useState(entry.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void renameEntry(entry.id, text.trim());
    onDone();
  };
  return (
    <form className="history__rename" onSubmit={submit}>
      <input
        className="input"
        aria-label={t('history.new-name')}
        // biome-ignore lint/a11y/noAutofocus: the field appears where the button was that asked for it
        autoFocus
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <Button type="submit">{t('history.save')}</Button>
    </form>
  );
}
