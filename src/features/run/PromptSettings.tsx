/** Prompts: the benchmark's own or from a template, the required form stated or not, and what the model will see. */

import { useEffect, useState } from 'react';
import type { Language, RequiredForm } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { PromptConfig } from '../../lab/types.ts';
import { useLab } from '../../store/lab-store.ts';
import { defaultTemplate, templateFault } from '../../store/prompts.ts';
import { isBusy } from '../../store/run-state.ts';
import { type BenchmarkChoice, taskOf } from '../../store/setup.ts';
import { changeSettings, keepDraft } from '../../store/setup-actions.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { FormFields } from './FormFields.tsx';
import { PromptPreview } from './PromptPreview.tsx';

const FROM_TEMPLATE: PromptConfig = { statesFormat: true };
const NAMES = '{format} {context} {question} {options}';

function PromptSettings() {
  const { t } = useI18n();
  const setup = useLab((state) => state.setup);
  const busy = useLab((state) => isBusy(state.run.status));
  const { prompt, fewShotPerItem, conditions } = setup.settings;
  const task = taskOf(setup.benchmark);
  const change = (patch: Partial<PromptConfig>) =>
    changeSettings({ prompt: { ...FROM_TEMPLATE, ...prompt, ...patch } });
  return (
    <div className="prompts">
      <fieldset className="prompts__settings" disabled={busy}>
        <legend className="visually-hidden">{t('prompts.title')}</legend>
        <Segmented
          label={t('prompts.source')}
          value={prompt ? 'template' : 'own'}
          options={[
            { value: 'own', label: t('prompts.source.own') },
            { value: 'template', label: t('prompts.source.template') },
          ]}
          onChange={(source) => changeSettings({ prompt: source === 'own' ? undefined : FROM_TEMPLATE })}
        />
        {prompt ? (
          <>
            <TemplateField
              prompt={prompt}
              task={task}
              language={languageOf(setup.benchmark)}
              onChange={(template) => change({ template })}
            />
            <label className="check">
              <input
                type="checkbox"
                checked={prompt.statesFormat}
                onChange={(event) => change({ statesFormat: event.target.checked })}
              />
              {t('prompts.states-format')}
            </label>
            <FormFields
              task={task}
              form={prompt.form}
              onChange={(form: RequiredForm | undefined) => change({ form })}
            />
          </>
        ) : null}
        {conditions.includes('few-shot') ? (
          <label className="check">
            <input
              type="checkbox"
              checked={fewShotPerItem === true}
              onChange={(event) => changeSettings({ fewShotPerItem: event.target.checked || undefined })}
            />
            {t('prompts.per-item')}
          </label>
        ) : null}
      </fieldset>
      <PromptPreview setup={setup} />
    </div>
  );
}

const languageOf = (choice: BenchmarkChoice): Language =>
  (choice.kind === 'file' ? choice.benchmark.language : undefined) ?? 'en';

interface TemplateFieldProps {
  prompt: PromptConfig;
  task: 'closed' | 'open';
  /** Of the benchmark, whatever the page's is. */
  language: Language;
  onChange: (template: string | undefined) => void;
}

/** What is typed stays; only a template that can be used reaches the settings. */
function TemplateField({ prompt, task, language, onChange }: TemplateFieldProps) {
  const { t } = useI18n();
  const [standard, setStandard] = useState('');
  const draft = useLab((state) => state.drafts['prompts.template']);
  const [typed, setText] = useState(prompt.template ?? '');
  const text = draft ?? typed;
  useEffect(() => {
    let current = true;
    void defaultTemplate(language).then((template) => current && setStandard(template));
    return () => {
      current = false;
    };
  }, [language]);
  useEffect(() => {
    if (prompt.template !== undefined) setText(prompt.template);
  }, [prompt.template]);
  const shown = text === '' && prompt.template === undefined ? standard : text;
  const fault = shown === '' ? null : templateFault(shown, task);
  return (
    <Field
      label={t('prompts.template')}
      hint={t('prompts.template-hint', { names: NAMES })}
      error={fault ? t(`prompts.${fault}`) : undefined}
    >
      {(control) => (
        <textarea
          {...control}
          className="input mono prompts__template"
          rows={6}
          spellCheck={false}
          value={shown}
          onChange={(event) => {
            const next = event.target.value;
            const usable = next === '' || next === standard || templateFault(next, task) === null;
            keepDraft('prompts.template', usable ? null : next);
            if (!usable) return;
            setText(next);
            if (next === '' || next === standard) onChange(undefined);
            else onChange(next);
          }}
        />
      )}
    </Field>
  );
}

export default PromptSettings;
