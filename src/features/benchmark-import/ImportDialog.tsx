/**
 * What a dropped benchmark file was recognised as, before it is used: kind, fields, first rows, rows left out with
 * line and reason, and how train and test come about. Nothing changes until it is accepted.
 */

import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useMemo, useState } from 'react';
import type { FieldGuess } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { useLab } from '../../store/lab-store.ts';
import { DEFAULT_TEST_SHARE } from '../../store/setup.ts';
import { chooseBenchmark, setImporting } from '../../store/setup-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { NumberField } from '../../ui/controls/NumberField.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { FilePreview } from './FilePreview.tsx';
import { ReadingProgress } from './ReadingProgress.tsx';
import { type Role, useBenchmark, useReadFiles } from './use-import.ts';
import './import.css';

/** A number for each list of files: what was chosen for one does not pass over to the next. */
const numbers = new WeakMap<readonly File[], number>();
let last = 0;

function numberOf(files: readonly File[]): number {
  const number = numbers.get(files) ?? ++last;
  numbers.set(files, number);
  return number;
}

function ImportDialog({ files }: { files: readonly File[] }) {
  return <ImportOf key={numberOf(files)} files={files} />;
}

function ImportOf({ files }: { files: readonly File[] }) {
  const { t, tn } = useI18n();
  const settingsSeed = useLab((state) => state.setup.settings.seed);
  // What a result that is to be repeated was made with.
  const wanted = useLab((state) => state.wantedData);
  const seed = wanted?.split?.seed ?? settingsSeed;
  const [testPercent, setTestPercent] = useState(100 * (wanted?.split?.testShare ?? DEFAULT_TEST_SHARE));
  const [mapping, setMapping] = useState<FieldGuess | null>(wanted?.mapping ?? null);
  const { read, isCurrent, roles, setRoles, reading, error: readError } = useReadFiles(files, mapping);
  const current = isCurrent ? read : null;
  const joined = useBenchmark({ read: current, roles, testPercent, seed, mapping });
  const { benchmark, error: joinError, take } = joined;
  const sameRole = roles.length === 2 && roles[0] === roles[1];
  const empty = read?.every(({ facts }) => facts.itemCount === 0) ?? false;
  const error = readError ?? (sameRole || empty || !isCurrent ? null : joinError);
  const busy = !isCurrent;
  const close = () => setImporting(null);
  const accept = () => {
    if (!benchmark) return;
    take();
    chooseBenchmark({ kind: 'file', benchmark });
    close();
  };
  useEffect(() => {
    // A mapping from another result that fits nothing here is worth less than a look of our own.
    if (isCurrent && empty && mapping && mapping === wanted?.mapping) setMapping(null);
  }, [isCurrent, empty, mapping, wanted]);
  const setRole = useMemo(
    () => (index: number, role: Role) =>
      setRoles(
        roles.map((old, i) => (i === index ? role : roles.length === 2 && old === role ? other(role) : old)),
      ),
    [roles, setRoles],
  );
  const usable = benchmark !== null && !busy && !sameRole && !empty;

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog__backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog__title">{t('import.title')}</Dialog.Title>
          <div className="dialog__body">
            {read ? (
              <>
                {read.map(({ facts }, i) => (
                  <FilePreview
                    key={facts.id}
                    facts={facts}
                    mapping={mapping}
                    onMapping={setMapping}
                    {...(read.length === 2
                      ? { role: roles[i] ?? 'train', onRole: (role: Role) => setRole(i, role) }
                      : {})}
                  />
                ))}
                {read.length === 1 && !empty ? (
                  <div className="import__split">
                    <h3>{t('import.split')}</h3>
                    <p className="small muted">{t('import.split-seeded')}</p>
                    <NumberField
                      label={t('import.test-share')}
                      value={testPercent}
                      min={1}
                      max={99}
                      invalid={t('settings.number-range', { min: 1, max: 99 })}
                      onChange={setTestPercent}
                    />
                  </div>
                ) : null}
                {sameRole ? <p className="field__error">{t('import.same-role')}</p> : null}
              </>
            ) : null}
            {busy && !readError ? <ReadingProgress reading={reading} /> : null}
            {error ? <ErrorNotice error={error} /> : null}
          </div>
          <div className="dialog__foot">
            <p className="small muted tabular" role="status">
              {benchmark && usable ? (
                <>
                  <span>{t('import.counts', { train: benchmark.train, test: benchmark.test })}</span>
                  {benchmark.duplicates ? (
                    <span className="import__duplicates">
                      {tn('import.duplicates', benchmark.duplicates)}
                    </span>
                  ) : null}
                </>
              ) : (
                ''
              )}
            </p>
            <Button onClick={close}>{t('app.cancel')}</Button>
            <Button look="primary" disabled={!usable} onClick={accept}>
              {t('import.accept')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function other(role: Role): Role {
  return role === 'train' ? 'test' : 'train';
}

export default ImportDialog;
