/** What a person decides where rows cannot tell: what numbers count from, and what becomes of answers of several lines. */

import type { LineChoice, ReadingChoices } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { SelectField } from '../../ui/controls/SelectField.tsx';

interface ReadingFieldsProps {
  choices: ReadingChoices;
  /** Which of the two is asked. */
  asks: { readonly base: boolean; readonly lines: boolean };
  onChange: (choices: Pick<ReadingChoices, 'base' | 'lines'>) => void;
}

const BASES = ['auto', '0', '1'] as const;
const LINES: readonly (LineChoice | 'none')[] = ['none', 'first', 'last', 'joined', 'json'];

export function ReadingFields({ choices: { base, lines }, asks, onChange }: ReadingFieldsProps) {
  const { t } = useI18n();
  const changed = (next: { base?: 0 | 1 | undefined; lines?: LineChoice | undefined }) => {
    const all = { base, lines, ...next };
    onChange({
      ...(all.base === undefined ? {} : { base: all.base }),
      ...(all.lines === undefined ? {} : { lines: all.lines }),
    });
  };
  return (
    <>
      {asks.base ? (
        <SelectField
          label={t('import.base')}
          hint={t('import.base-hint')}
          value={base === undefined ? 'auto' : base === 0 ? '0' : '1'}
          options={BASES.map((value) => ({ value, label: t(`import.base.${value}`) }))}
          onChange={(value) => changed({ base: value === 'auto' ? undefined : value === '1' ? 1 : 0 })}
        />
      ) : null}
      {asks.lines ? (
        <SelectField
          label={t('import.lines')}
          hint={t('import.lines-hint')}
          value={lines ?? 'none'}
          options={LINES.map((value) => ({ value, label: t(`import.lines.${value}`) }))}
          onChange={(value) => changed({ lines: value === 'none' ? undefined : value })}
        />
      ) : null}
    </>
  );
}
