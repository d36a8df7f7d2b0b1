/**
 * Two-way choices with numbered fields: PIQA `{goal, sol1, sol2, label}`, WinoGrande `{sentence, option1, option2,
 * answer: "1"|"2"}`, XCOPA and COPA `{premise, choice1, choice2, question: "cause"|"effect", label}`, KoBEST's COPA with
 * alternative_1, alternative_2 and a Korean question, aNLI `{obs1, obs2,
 * hyp1, hyp2, label: 1|2}`.
 *
 * Labels of PIQA and COPA count from 0, WinoGrande's answer and aNLI's label from 1, unless the rows contradict; an empty answer (WinoGrande's test file) is rejected.
 */

import { type Base, type CountedShape, countedLabel, countedShape } from './index-base.ts';
import { type ClosedParts, closedItem, withoutUndefined } from './options.ts';
import { type RowObject, type RowShape, reject, rowId, scalarText, text } from './row.ts';

interface Fields {
  readonly question: string;
  readonly options: readonly [string, string];
  readonly answer: string;
  readonly base: Base;
}

function shape(
  kind: string,
  names: Fields,
  ask: (row: RowObject) => Pick<ClosedParts, 'question' | 'context'> | undefined,
): RowShape {
  const at = (row: RowObject) => countedLabel(row[names.answer], names.options.length);
  const counted: CountedShape = {
    kind,
    task: 'closed',
    recognise: (row) =>
      typeof row[names.question] === 'string' &&
      names.options.every((name) => typeof row[name] === 'string') &&
      (ask(row) !== undefined || text(row[names.question]) === undefined),
    fields: () => ({ question: names.question, options: names.options.join(', '), answer: names.answer }),
    toItem(row, where) {
      const asked = ask(row);
      if (asked === undefined) return reject(where, 'import.empty-question', { field: names.question });
      const label = scalarText(row[names.answer]);
      if (label === undefined) return reject(where, 'import.no-answer', { field: names.answer });
      const index = (at(row)?.index ?? Number.NaN) - where.base;
      if (index !== 0 && index !== 1) {
        return reject(where, 'import.gold-outside-options', { gold: label, count: 2 });
      }
      return closedItem(
        withoutUndefined({
          id: rowId(row, where),
          ...asked,
          texts: names.options.map((name) => String(row[name])),
          gold: { kind: 'index' as const, index },
        }),
        where,
      );
    },
  };
  return countedShape(counted, names.base, at);
}

export const piqa = shape(
  'piqa',
  { question: 'goal', options: ['sol1', 'sol2'], answer: 'label', base: 0 },
  (row) => {
    const goal = text(row.goal);
    return goal === undefined ? undefined : { question: goal.trim() };
  },
);

export const winoGrande = shape(
  'wino-grande',
  { question: 'sentence', options: ['option1', 'option2'], answer: 'answer', base: 1 },
  (row) => {
    const sentence = text(row.sentence);
    return sentence?.includes('_') ? { context: sentence, question: 'What fits in the blank?' } : undefined;
  },
);

const causeOrEffect = (row: RowObject) => {
  const premise = text(row.premise);
  if (premise === undefined) return undefined;
  const isCause = row.question === 'cause' || row.question === '원인';
  return { context: premise, question: isCause ? 'What was the cause?' : 'What was the effect?' };
};

export const copa = shape(
  'copa',
  { question: 'premise', options: ['choice1', 'choice2'], answer: 'label', base: 0 },
  causeOrEffect,
);

export const kobestCopa = shape(
  'copa',
  { question: 'premise', options: ['alternative_1', 'alternative_2'], answer: 'label', base: 0 },
  causeOrEffect,
);

/** Abductive NLI: what happened between two observations. */
export const abductiveNli = shape(
  'abductive-nli',
  { question: 'obs1', options: ['hyp1', 'hyp2'], answer: 'label', base: 1 },
  (row) => {
    const [before, after] = [text(row.obs1), text(row.obs2)];
    if (before === undefined || after === undefined) return undefined;
    return { context: `${before.trim()} ... ${after.trim()}`, question: 'What happened in between?' };
  },
);
