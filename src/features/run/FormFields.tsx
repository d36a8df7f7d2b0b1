/** The form an answer must have, and what that form needs to be told. */

import { useState } from 'react';
import type { RequiredForm, Task } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { FORM_KINDS, NEW_FORMS } from '../../store/forms.ts';
import { useLab } from '../../store/lab-store.ts';
import { type PatternFault, usablePattern } from '../../store/prompts.ts';
import { keepDraft } from '../../store/setup-actions.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { NumberField } from '../../ui/controls/NumberField.tsx';
import { SelectField } from '../../ui/controls/SelectField.tsx';

interface FormFieldsProps {
  task: Task;
  form: RequiredForm | undefined;
  onChange: (form: RequiredForm | undefined) => void;
}

export function FormFields({ task, form, onChange }: FormFieldsProps) {
  const { t } = useI18n();
  const kinds = FORM_KINDS[task];
  const words = useLab((state) => state.drafts['prompts.form-words']);
  return (
    <>
      <SelectField<RequiredForm['kind'] | ''>
        label={t('prompts.form')}
        value={form && kinds.includes(form.kind) ? form.kind : ''}
        options={[
          { value: '', label: t('prompts.form.own') },
          ...kinds.map((kind) => ({ value: kind, label: t(`prompts.form.${kind}`) })),
        ]}
        onChange={(kind) => onChange(kind === '' ? undefined : NEW_FORMS[kind])}
      />
      {task === 'open' && form?.kind === 'phrase' ? (
        <NumberField
          label={t('prompts.form-words')}
          value={form.maxWords}
          min={1}
          max={50}
          invalid={t('settings.number-range', { min: 1, max: 50 })}
          slot={{ draft: words, onDraft: (text) => keepDraft('prompts.form-words', text) }}
          onChange={(maxWords) => onChange({ ...form, maxWords })}
        />
      ) : null}
      {task === 'open' && form?.kind === 'json' ? (
        <Field label={t('prompts.form-key')}>
          {(control) => (
            <input
              {...control}
              className="input mono"
              value={form.key}
              onChange={(event) => {
                if (event.target.value !== '') onChange({ ...form, key: event.target.value });
              }}
            />
          )}
        </Field>
      ) : null}
      {task === 'open' && form?.kind === 'regex' ? <PatternFields form={form} onChange={onChange} /> : null}
    </>
  );
}

type RegexForm = Extract<RequiredForm, { kind: 'regex' }>;

/** A pattern goes into the settings once it is one that can be run safely and matches its own output. */
function PatternFields({ form, onChange }: { form: RegexForm; onChange: (form: RegexForm) => void }) {
  const { t } = useI18n();
  // Only what cannot be used is a draft, so the fields come back as they were left.
  const drafts = useLab((state) => state.drafts);
  const [typed, setTyped] = useState<RegexForm>({
    ...form,
    pattern: drafts['prompts.form-pattern'] ?? form.pattern,
    template: drafts['prompts.form-output'] ?? form.template,
  });
  const [fault, setFault] = useState<PatternFault | null>(null);
  const change = (patch: Partial<RegexForm>) => {
    const next = { ...typed, ...patch };
    setTyped(next);
    void usablePattern(next).then((found) => {
      setFault(found);
      keepDraft('prompts.form-pattern', found && next.pattern);
      keepDraft('prompts.form-output', found && next.template);
      if (found === null) onChange(next);
    });
  };
  return (
    <>
      <Field
        label={t('prompts.form-pattern')}
        hint={t('prompts.form-pattern-hint')}
        error={fault ? t(`prompts.fault.${fault}`) : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input mono"
            value={typed.pattern}
            onChange={(event) => change({ pattern: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('prompts.form-output')} hint={t('prompts.form-output-hint', { name: '{answer}' })}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            value={typed.template}
            onChange={(event) => change({ template: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
