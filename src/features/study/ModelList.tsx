/** The study's models: role and pair guessed from their names, both to be corrected; and ways to add more. */

import { type FormEvent, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { receiveFiles } from '../../store/drop-actions.ts';
import { EMBEDDED_MODELS } from '../../store/embedded.ts';
import type { StudySetupModel } from '../../store/study-setup.ts';
import {
  addEmbeddedToStudy,
  addHubToStudy,
  changeStudyModel,
  removeAllStudyModels,
  removeStudyModel,
  resetStudy,
} from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { FileInput } from '../../ui/controls/FileInput.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { SelectField } from '../../ui/controls/SelectField.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { shortName } from './study-view.ts';

const ROLES: readonly StudySetupModel['role'][] = ['base', 'post-trained'];

/** Pairs that have both sides. */
export function countPairs(models: readonly StudySetupModel[]): number {
  const families = new Set(models.map(({ family }) => family).filter((family) => family !== ''));
  const has = (family: string, role: StudySetupModel['role']) =>
    models.some((model) => model.family === family && model.role === role);
  return [...families].filter((family) => has(family, 'base') && has(family, 'post-trained')).length;
}

export function ModelList({ disabled }: { disabled: boolean }) {
  const { t, tn } = useI18n();
  const models = useStudy((state) => state.models);
  const pairs = countPairs(models);
  return (
    <details className="run__settings">
      <summary>
        <span className="run__settings-title">{t('study.models')}</span>
        <span className="small muted">
          {tn('study.models-summary', models.length, { pairs: tn('study.pairs', pairs) })}
        </span>
      </summary>
      <div className="models">
        {models.length > 0 ? (
          <ScrollRegion label={t('study.models')}>
            <table className="models__table">
              <caption className="visually-hidden">{t('study.models')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('study.model')}</th>
                  <th scope="col">{t('study.role')}</th>
                  <th scope="col">{t('study.family')}</th>
                  <th scope="col">{t('study.chat-template')}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {models.map((model) => (
                  <ModelRow key={model.id} model={model} disabled={disabled} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        ) : null}
        <p className="small muted">{t('study.family-hint')}</p>
        {disabled ? null : <AddModels models={models} />}
      </div>
    </details>
  );
}

function ModelRow({ model, disabled }: { model: StudySetupModel; disabled: boolean }) {
  const { t } = useI18n();
  const { id, file, role, family, useChatTemplate, source } = model;
  const name = shortName(id);
  const linked = useStudy((state) => state.linked);
  const missing = source.kind === 'local' && source.files.length === 0;
  const named = linked?.models[linked.config.models.findIndex((one) => one.id === id)]?.hashes ?? [];
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="cells__hint">{file}</span>
        {missing ? (
          <span className="models__missing">
            {t('study.needs-folder')}
            {named.length > 0
              ? ` ${t('study.needs-files', { files: named.map(({ path, sha256 }) => `${path} (${sha256.slice(0, 8)})`).join(', ') })}`
              : ''}
          </span>
        ) : null}
      </th>
      <td>
        <Select
          aria-label={`${t('study.role')}, ${name}`}
          value={role}
          options={ROLES.map((value) => ({ value, label: t(`study.role.${value}`) }))}
          disabled={disabled}
          onChange={(value) => changeStudyModel(id, { role: value })}
        />
      </td>
      <td>
        <input
          className="input"
          aria-label={`${t('study.family')}, ${name}`}
          value={family}
          disabled={disabled}
          autoComplete="off"
          onChange={(event) => changeStudyModel(id, { family: event.target.value })}
        />
      </td>
      <td>
        <label className="check">
          <input
            type="checkbox"
            checked={useChatTemplate}
            disabled={disabled}
            onChange={(event) => changeStudyModel(id, { useChatTemplate: event.target.checked })}
          />
          <span className="visually-hidden">{`${t('study.chat-template')}, ${name}`}</span>
        </label>
      </td>
      <td>
        <Button
          look="quiet"
          disabled={disabled}
          aria-label={t('study.remove', { model: name })}
          onClick={() => removeStudyModel(id)}
        >
          <Icon name="close" />
        </Button>
      </td>
    </tr>
  );
}

function AddModels({ models }: { models: readonly StudySetupModel[] }) {
  const { t } = useI18n();
  const left = EMBEDDED_MODELS.filter(({ id }) => !models.some((model) => model.id === id));
  return (
    <div className="models__add">
      {left.length > 0 ? (
        <SelectField
          label={t('study.add-embedded')}
          value=""
          options={[
            { value: '', label: t('study.add-embedded-choose') },
            ...left.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => id !== '' && addEmbeddedToStudy(id)}
        />
      ) : null}
      <AddHub />
      <div className="models__buttons">
        <FileInput
          label={t('study.add-folder')}
          testId="study-folder-input"
          folder
          onFiles={(files) => void receiveFiles(files)}
        >
          {(open) => (
            <Button onClick={open}>
              <Icon name="folder" />
              {t('study.add-folder')}
            </Button>
          )}
        </FileInput>
        {models.length > 0 ? (
          <Button look="quiet" onClick={removeAllStudyModels}>
            {t('study.remove-all')}
          </Button>
        ) : null}
        <Button look="quiet" onClick={resetStudy}>
          {t('study.embedded-again')}
        </Button>
      </div>
    </div>
  );
}

function AddHub() {
  const { t } = useI18n();
  const [id, setId] = useState('');
  const [busy, setBusy] = useState(false);
  const valid = /^[\w.-]+\/[\w.-]+$/.test(id.trim());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!valid || busy) return;
    setBusy(true);
    if (await addHubToStudy(id.trim())) setId('');
    setBusy(false);
  };
  return (
    <form onSubmit={submit}>
      <Field label={t('study.add-hub')}>
        {(control) => (
          <span className="setup__inline">
            <input
              {...control}
              className="input"
              value={id}
              placeholder={t('setup.hub.placeholder')}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setId(event.target.value)}
            />
            <Button type="submit" disabled={!valid || busy}>
              {t(busy ? 'study.adding' : 'study.add')}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
