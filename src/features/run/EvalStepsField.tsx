/** The steps at which the soft prompt is evaluated, as an editable list. */

import { useI18n } from '../../i18n/react.tsx';
import { parseStepList } from '../../store/setup.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { type DraftSlot, useDraft } from '../../ui/controls/use-draft.ts';

interface EvalStepsFieldProps {
  evalSteps: readonly number[];
  steps: number;
  slot: DraftSlot;
  onChange: (evalSteps: readonly number[]) => void;
}

export function EvalStepsField({ evalSteps, steps, slot, onChange }: EvalStepsFieldProps) {
  const { t } = useI18n();
  const written = evalSteps.join(', ');
  const field = useDraft(written, (text) => parseStepList(text, steps)?.join(', ') === written, slot);
  const hint = t('settings.eval-steps-hint', { steps });
  return (
    <Field
      label={t('settings.eval-steps')}
      hint={field.invalid ? undefined : hint}
      error={field.invalid ? hint : undefined}
    >
      {(control) => (
        <input
          {...control}
          className="input tabular"
          autoComplete="off"
          value={field.text}
          onChange={(event) => {
            const parsed = parseStepList(event.target.value, steps);
            field.change(event.target.value, parsed !== null);
            if (parsed) onChange(parsed);
          }}
        />
      )}
    </Field>
  );
}
