/** Naming by hand which field is the question, which the answer, and which list the options or are one each. */

import { useState } from 'react';
import type { FieldGuess, ReadingChoices } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { type FieldPath, fieldPaths, optionGroups } from '../../store/field-paths.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SelectField } from '../../ui/controls/SelectField.tsx';
import type { FileFacts } from '../../worker/protocol.ts';
import { ReadingFields } from './ReadingFields.tsx';

interface FieldMappingProps {
  facts: FileFacts;
  mapping: FieldGuess | null;
  onApply: (mapping: FieldGuess | null) => void;
}

export function FieldMapping({ facts, mapping, onApply }: FieldMappingProps) {
  const { t } = useI18n();
  const paths = fieldPaths(facts.samples);
  const [question, setQuestion] = useState(mapping?.question ?? facts.fields.question);
  const [options, setOptions] = useState(mapping?.options ?? facts.fields.options ?? '');
  const [answer, setAnswer] = useState(mapping?.answer ?? facts.fields.answer);
  const { base, lines, language } = mapping ?? {};
  const [choices, setChoices] = useState<ReadingChoices>({
    ...(language === undefined ? {} : { language }),
    ...(base === undefined ? {} : { base }),
    ...(lines === undefined ? {} : { lines }),
  });
  if (paths.length === 0) return null;
  const known = (path: string, among: readonly FieldPath[]) => among.some((field) => field.path === path);
  const groups = optionGroups(paths).map((path): FieldPath => ({ path, sample: '', isList: true }));
  const lists = [...paths.filter(({ isList }) => isList), ...groups];
  const closed = known(options, lists);
  const ready = known(question, paths) && known(answer, paths) && question !== answer;
  const select = (
    label: string,
    value: string,
    among: readonly FieldPath[],
    empty: string,
    onChange: (path: string) => void,
  ) => (
    <SelectField
      label={label}
      value={known(value, among) ? value : ''}
      options={[
        { value: '', label: empty },
        ...among.map(({ path, sample }) => ({
          value: path,
          label: sample === '' ? path : `${path}: ${sample}`,
        })),
      ]}
      onChange={onChange}
    />
  );
  return (
    <div className="import__mapping" data-testid="field-mapping">
      <p className="small muted">{t('import.mapping-hint')}</p>
      {select(t('import.question'), question, paths, t('import.mapping-choose'), setQuestion)}
      {select(t('import.options'), options, lists, t('import.mapping-none'), setOptions)}
      {select(t('import.mapping-answer'), answer, paths, t('import.mapping-choose'), setAnswer)}
      <ReadingFields choices={choices} asks={{ base: closed, lines: !closed }} onChange={setChoices} />
      <div className="import__mapping-foot">
        <Button
          disabled={!ready}
          onClick={() => onApply({ question, answer, ...(closed ? { options } : {}), ...choices })}
        >
          {t('import.mapping-apply')}
        </Button>
        {mapping ? (
          <Button look="quiet" onClick={() => onApply(null)}>
            {t('import.mapping-undo')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
