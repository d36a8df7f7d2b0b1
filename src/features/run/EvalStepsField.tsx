/** The steps at which the soft prompt is evaluated, as an editable list. */

import { useEffect, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { parseStepList } from '../../store/setup.ts';
import { Field } from '../../ui/controls/Field.tsx';

interface EvalStepsFieldProps {
  evalSteps: readonly number[];
  steps: number;
  onChange: (evalSteps: readonly number[]) => void;
}

export function EvalStepsField({ evalSteps, steps, onChange }: EvalStepsFieldProps) {
  const { t } = useI18n();
  const written = evalSteps.join(', ');
  const [text, setText] = useState(written);
  const valid = parseStepList(text, steps) !== null;

  useEffect(() => {
    setText((current) => (parseStepList(current, steps)?.join(', ') === written ? current : written));
  }, [written, steps]);

  const hint = t('settings.eval-steps-hint', { steps });
  return (
    <Field label={t('settings.eval-steps')} hint={valid ? hint : undefined} error={valid ? undefined : hint}>
      {(control) => (
        <input
          {...control}
          className="input tabular"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const parsed = parseStepList(event.target.value, steps);
            if (parsed) onChange(parsed);
          }}
        />
      )}
    </Field>
  );
}
