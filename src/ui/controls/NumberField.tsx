/** A number with bounds: what is typed shows as typed; only a valid value is handed on. */

import { useEffect, useState } from 'react';
import { Field } from './Field.tsx';

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
  onChange: (value: number) => void;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, min, max, integer = true, hint, invalid, disabled, onChange } = props;
  const [text, setText] = useState(String(value));
  const parsed = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  const valid = parsed >= min && parsed <= max && (!integer || Number.isInteger(parsed));

  // A value changed from outside (reset, run again) replaces the text, unless the text already means it.
  useEffect(() => {
    setText((current) => (Number(current.replace(',', '.')) === value ? current : String(value)));
  }, [value]);

  return (
    <Field label={label} hint={hint} error={valid ? undefined : invalid}>
      {(control) => (
        <input
          {...control}
          className="input tabular"
          inputMode={integer ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={text}
          disabled={disabled}
          onChange={(event) => {
            const next = event.target.value;
            setText(next);
            const number = next.trim() === '' ? Number.NaN : Number(next.replace(',', '.'));
            if (number >= min && number <= max && (!integer || Number.isInteger(number))) onChange(number);
          }}
        />
      )}
    </Field>
  );
}
