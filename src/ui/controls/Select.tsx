/** One choice among several, as a native select: what is chosen is handed on typed. Choices in groups are the pickers' own. */

import type { ComponentProps } from 'react';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
}

export interface SelectProps<T extends string>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children' | 'className'> {
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
}

export function Select<T extends string>({ options, onChange, ...rest }: SelectProps<T>) {
  return (
    <select
      {...rest}
      className="input"
      onChange={(event) => {
        const chosen = options.find(({ value }) => value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
