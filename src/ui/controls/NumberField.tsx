/** A number with bounds: what is typed shows as typed; only a valid value is handed on. */

import { Field } from './Field.tsx';
import { type DraftSlot, useDraft } from './use-draft.ts';

export interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** Whole numbers unless false. */
  integer?: boolean;
  hint?: string;
  /** Said when the text is no valid number. */
  invalid: string;
  disabled?: boolean;
  /** Where text that is no valid number is kept. */
  slot?: DraftSlot;
  /** The decimal sign of the language; a point and a comma are both understood. */
  decimal?: ',' | '.';
  onChange: (value: number) => void;
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, min, max, integer = true, hint, invalid, disabled, slot, decimal = '.' } = props;
  const written = String(value).replace('.', decimal);
  const field = useDraft(written, (text) => numberOf(text) === value, slot);
  return (
    <Field label={label} hint={hint} error={field.invalid ? invalid : undefined}>
      {(control) => (
        <input
          {...control}
          className="input tabular"
          inputMode={integer ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={field.text}
          disabled={disabled}
          onChange={(event) => {
            const number = numberOf(event.target.value);
            const valid = number >= min && number <= max && (!integer || Number.isInteger(number));
            field.change(event.target.value, valid);
            if (valid) props.onChange(number);
          }}
        />
      )}
    </Field>
  );
}
