/** A small set of exclusive choices: radio buttons that look like one switch. */

import { type ReactNode, useId } from 'react';

export interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[];
  onChange: (value: T) => void;
}

export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className="segmented" style={{ margin: 0 }}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.icon ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon ?? null}
          <span className={option.icon ? 'visually-hidden' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
