/** What a person decides where rows cannot tell: what numbers count from, and what becomes of answers of several lines. */

import type { LineChoice, ReadingChoices } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { Field } from '../../ui/controls/Field.tsx';

interface ReadingFieldsProps {
  choices: ReadingChoices;
  /** Which of the two is asked. */
  asks: { readonly base: boolean; readonly lines: boolean };
  onChange: (choices: Pick<ReadingChoices, 'base' | 'lines'>) => void;
}

const LINES: readonly LineChoice[] = ['first', 'last', 'joined', 'json'];

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
        <Field label={t('import.base')} hint={t('import.base-hint')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={base ?? ''}
              onChange={({ target: { value } }) =>
                changed({ base: value === '' ? undefined : value === '1' ? 1 : 0 })
              }
            >
              <option value="">{t('import.base.auto')}</option>
              <option value="0">{t('import.base.0')}</option>
              <option value="1">{t('import.base.1')}</option>
            </select>
          )}
        </Field>
      ) : null}
      {asks.lines ? (
        <Field label={t('import.lines')} hint={t('import.lines-hint')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={lines ?? ''}
              onChange={({ target: { value } }) => changed({ lines: LINES.find((one) => one === value) })}
            >
              <option value="">{t('import.lines.none')}</option>
              {LINES.map((one) => (
                <option key={one} value={one}>
                  {t(`import.lines.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
    </>
  );
}
