/**
 * What a person decides where rows cannot tell: which prompt asks, the language, what numbers count from, and what becomes
 * of answers of several lines.
 */

import type { Language, LineChoice, PromptList, ReadingChoices } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { SelectField } from '../../ui/controls/SelectField.tsx';

interface ReadingFieldsProps {
  choices: ReadingChoices;
  /** Which of them are asked. */
  asks: { readonly base: boolean; readonly lines: boolean; readonly prompts?: PromptList | undefined };
  onChange: (choices: Omit<ReadingChoices, 'kind'>) => void;
}

const LANGUAGES = ['auto', 'en', 'de'] as const;
const BASES = ['auto', '0', '1'] as const;
const LINES: readonly (LineChoice | 'none')[] = ['none', 'first', 'last', 'joined', 'json'];

/** Characters of a prompt in the list. */
const SHOWN_PROMPT = 120;

function shortened(prompt: string): string {
  const text = prompt.replace(/\s+/g, ' ').trim();
  return text.length > SHOWN_PROMPT ? `${text.slice(0, SHOWN_PROMPT)}…` : text;
}

export function ReadingFields({ choices, asks, onChange }: ReadingFieldsProps) {
  const { t } = useI18n();
  const { base, lines, promptIndex, language } = choices;
  const changed = (next: {
    base?: 0 | 1 | undefined;
    lines?: LineChoice | undefined;
    promptIndex?: number | undefined;
    language?: Language | undefined;
  }) => {
    const all = { base, lines, promptIndex, language, ...next };
    onChange({
      ...(all.language === undefined ? {} : { language: all.language }),
      ...(all.base === undefined ? {} : { base: all.base }),
      ...(all.lines === undefined ? {} : { lines: all.lines }),
      ...(all.promptIndex === undefined ? {} : { promptIndex: all.promptIndex }),
    });
  };
  return (
    <>
      {asks.prompts ? (
        <SelectField
          label={t('import.prompt')}
          hint={t('import.prompt-hint')}
          value={String(promptIndex ?? asks.prompts.used ?? '')}
          options={asks.prompts.names.map((name, i) => ({
            value: String(i),
            label: `${i + 1}: ${shortened(name)}`,
          }))}
          onChange={(value) => changed({ promptIndex: Number(value) })}
        />
      ) : null}
      <SelectField
        label={t('import.language')}
        hint={t('import.language-hint')}
        value={language ?? 'auto'}
        options={LANGUAGES.map((value) => ({ value, label: t(`import.language.${value}`) }))}
        onChange={(value) =>
          changed({ language: value === 'auto' ? undefined : value === 'de' ? 'de' : 'en' })
        }
      />
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
