/** A labelled Select. */

import { Field, type FieldProps } from './Field.tsx';
import { Select, type SelectProps } from './Select.tsx';

type SelectFieldProps<T extends string> = Omit<FieldProps, 'children' | 'error'> &
  Pick<SelectProps<T>, 'value' | 'options' | 'onChange' | 'disabled'>;

export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { value, options, onChange, disabled, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <Select {...control} value={value} options={options} onChange={onChange} disabled={disabled} />
      )}
    </Field>
  );
}
