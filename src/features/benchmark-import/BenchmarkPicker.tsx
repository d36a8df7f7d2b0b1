/** Choosing the benchmark: one of the two embedded ones or a file, which opens the preview. */

import type { ChangeEvent } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { receiveFiles } from '../../store/drop-actions.ts';
import { useLab } from '../../store/lab-store.ts';
import { isBusy } from '../../store/run-state.ts';
import { chooseBenchmark } from '../../store/setup-actions.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { FileInput } from '../../ui/controls/FileInput.tsx';

export function BenchmarkPicker() {
  const { t, tn } = useI18n();
  const choice = useLab((state) => state.setup.benchmark);
  const busy = useLab((state) => isBusy(state.run.status));

  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const { value } = event.target;
    if (value === 'closed' || value === 'open') chooseBenchmark({ kind: 'embedded', task: value });
  };
  const own = choice.kind === 'file' ? choice.benchmark : null;
  const hint = own
    ? [
        t('setup.benchmark.counts', { train: own.train, test: own.test }),
        ...(own.rejected > 0 ? [tn('setup.benchmark.rejected', own.rejected)] : []),
        ...(own.duplicates ? [tn('setup.benchmark.duplicates', own.duplicates)] : []),
      ].join(' · ')
    : t('setup.benchmark.counts', { train: 666, test: 228 });

  return (
    <div className="setup__cell">
      <Field
        label={t('setup.benchmark')}
        hint={hint}
        action={
          <FileInput
            label={t('drop.input')}
            testId="file-input"
            multiple
            onFiles={(files) => void receiveFiles(files)}
          >
            {(open) => (
              <button type="button" className="link-button" disabled={busy} onClick={open}>
                {t('setup.benchmark.pick-file')}
              </button>
            )}
          </FileInput>
        }
      >
        {(control) => (
          <select
            {...control}
            className="input"
            value={choice.kind === 'file' ? 'file' : choice.task}
            disabled={busy}
            onChange={choose}
          >
            <optgroup label={t('setup.benchmark.group-embedded')}>
              <option value="closed">{t('setup.benchmark.closed')}</option>
              <option value="open">{t('setup.benchmark.open')}</option>
            </optgroup>
            {own ? (
              <optgroup label={t('setup.benchmark.group-own')}>
                <option value="file">{own.name}</option>
              </optgroup>
            ) : null}
          </select>
        )}
      </Field>
    </div>
  );
}
