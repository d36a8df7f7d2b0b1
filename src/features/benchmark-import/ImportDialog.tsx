/**
 * What a dropped benchmark file was recognised as, before it is used: kind, fields, first rows, rows left out with
 * line and reason, and how train and test come about. Nothing changes until it is accepted.
 */

import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useMemo, useState } from 'react';
import type { SplitRole } from '../../eval/splits.ts';
import type { Benchmark } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';
import { joinBenchmark, type ReadFile, readBenchmarkFile, suggestRoles } from '../../store/benchmarks.ts';
import { useLab } from '../../store/lab-store.ts';
import { chooseBenchmark, setImporting } from '../../store/setup-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { NumberField } from '../../ui/controls/NumberField.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { FilePreview } from './FilePreview.tsx';
import './import.css';

type Role = Extract<SplitRole, 'train' | 'test'>;

const DEFAULT_TEST_PERCENT = 25;

/** Reads the files once; a failure is shown in the dialog. */
function useReadFiles(files: readonly File[]) {
  const [read, setRead] = useState<readonly ReadFile[] | null>(null);
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [error, setError] = useState<ErrorData | null>(null);
  useEffect(() => {
    let current = true;
    const readAll = async () => {
      const all: ReadFile[] = [];
      for (const file of files) all.push(await readBenchmarkFile(file.name, file));
      const suggested = await suggestRoles(all);
      if (!current) return;
      setRoles(suggested);
      setRead(all);
    };
    readAll().catch((thrown) => {
      if (current) setError(toErrorData(thrown));
    });
    return () => {
      current = false;
    };
  }, [files]);
  return { read, roles, setRoles, error };
}

/** The benchmark as it would be used; null while unclear, with the reason where there is one. */
function useBenchmark(
  read: readonly ReadFile[] | null,
  roles: readonly Role[],
  testPercent: number,
  seed: number,
) {
  const [state, setState] = useState<{ benchmark: Benchmark | null; error: ErrorData | null }>({
    benchmark: null,
    error: null,
  });
  useEffect(() => {
    if (!read) return;
    let current = true;
    const files = read.map((file, i) => (read.length === 1 ? file : { ...file, role: roles[i] ?? 'train' }));
    joinBenchmark(files, { seed, testShare: testPercent / 100 }).then(
      (benchmark) => current && setState({ benchmark, error: null }),
      (thrown) => current && setState({ benchmark: null, error: toErrorData(thrown) }),
    );
    return () => {
      current = false;
    };
  }, [read, roles, testPercent, seed]);
  return state;
}

function ImportDialog({ files }: { files: readonly File[] }) {
  const { t } = useI18n();
  const seed = useLab((state) => state.setup.settings.seed);
  const [testPercent, setTestPercent] = useState(DEFAULT_TEST_PERCENT);
  const { read, roles, setRoles, error: readError } = useReadFiles(files);
  const { benchmark, error: joinError } = useBenchmark(read, roles, testPercent, seed);
  const sameRole = roles.length === 2 && roles[0] === roles[1];
  const error = readError ?? (sameRole ? null : joinError);
  const close = () => setImporting(null);
  const accept = () => {
    if (!benchmark) return;
    chooseBenchmark({ kind: 'file', benchmark });
    close();
  };
  const setRole = useMemo(
    () => (index: number, role: Role) =>
      setRoles(
        roles.map((old, i) => (i === index ? role : roles.length === 2 && old === role ? other(role) : old)),
      ),
    [roles, setRoles],
  );

  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog__backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog__title">{t('import.title')}</Dialog.Title>
          <div className="dialog__body">
            {read ? (
              <>
                {read.map((file, i) => (
                  <FilePreview
                    key={file.recognised.file}
                    recognised={file.recognised}
                    {...(read.length === 2
                      ? { role: roles[i] ?? 'train', onRole: (role: Role) => setRole(i, role) }
                      : {})}
                  />
                ))}
                {read.length === 1 ? (
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
            ) : readError ? null : (
              <p className="muted">{t('import.reading')}</p>
            )}
            {error ? <ErrorNotice error={error} /> : null}
          </div>
          <div className="dialog__foot">
            <p className="small muted tabular" role="status">
              {benchmark
                ? t('import.counts', { train: benchmark.train.length, test: benchmark.test.length })
                : ''}
            </p>
            <Button onClick={close}>{t('app.cancel')}</Button>
            <Button look="primary" disabled={!benchmark || sameRole} onClick={accept}>
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
