/** Choosing the model: embedded, by hub id, or a folder. A hub model is looked up before anything large is loaded. */

import type { ChangeEvent } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { receiveFiles } from '../../store/drop-actions.ts';
import { EMBEDDED_MODEL_BYTES, EMBEDDED_MODELS } from '../../store/embedded.ts';
import { useLab } from '../../store/lab-store.ts';
import { isBusy } from '../../store/run-state.ts';
import { chooseEmbeddedModel, setHubPending } from '../../store/setup-actions.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { FileInput } from '../../ui/controls/FileInput.tsx';
import { HubField } from './HubField.tsx';
import { VariantField } from './VariantField.tsx';

export function ModelPicker() {
  const { t, format } = useI18n();
  const source = useLab((state) => state.setup.source);
  const busy = useLab((state) => isBusy(state.run.status));
  const pending = useLab((state) => state.hubPending);
  const hub = pending || source.kind === 'hub';

  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const { value } = event.target;
    if (value === 'hub' || value === 'local') setHubPending(value === 'hub');
    else chooseEmbeddedModel(value);
  };
  const value = hub ? 'hub' : source.kind === 'local' ? 'local' : source.id;
  const group = (kind: 'base' | 'post-trained') =>
    EMBEDDED_MODELS.filter((model) => model.kind === kind).map((model) => (
      <option key={model.id} value={model.id}>
        {model.name}
      </option>
    ));

  return (
    <div className="setup__cell">
      <Field
        label={t('setup.model')}
        action={
          <FileInput
            label={t('setup.model.pick-folder')}
            testId="folder-input"
            folder
            onFiles={(files) => void receiveFiles(files)}
          >
            {(open) => (
              <button type="button" className="link-button" disabled={busy} onClick={open}>
                {t('setup.model.pick-folder')}
              </button>
            )}
          </FileInput>
        }
        hint={
          source.kind === 'local' && !hub
            ? t('setup.model.folder-hint')
            : hub
              ? undefined
              : t('setup.model.embedded-hint', { size: format.bytes(EMBEDDED_MODEL_BYTES) })
        }
      >
        {(control) => (
          <select {...control} className="input" value={value} disabled={busy} onChange={choose}>
            <optgroup label={t('setup.model.group-base')}>{group('base')}</optgroup>
            <optgroup label={t('setup.model.group-chat')}>{group('post-trained')}</optgroup>
            <optgroup label={t('setup.model.group-own')}>
              {source.kind === 'local' ? <option value="local">{source.id}</option> : null}
              <option value="hub">{t('setup.model.hub')}</option>
            </optgroup>
          </select>
        )}
      </Field>
      {hub ? <HubField initial={source.kind === 'hub' ? source.id : ''} disabled={busy} /> : null}
      {source.kind === 'embedded' || pending ? null : <VariantField disabled={busy} />}
    </div>
  );
}
