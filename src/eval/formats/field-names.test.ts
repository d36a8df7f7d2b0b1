/** Every family of columns in which options are found, one row each, and what numbers count from. */

import { expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';

const only = (row: Record<string, unknown>) => recogniseFile('rows.jsonl', [row]);
const QUESTION = 'How many?';

it.each([
  ['A', 'B', 'C'],
  ['a', 'b', 'c'],
  ['option_A', 'option_B', 'option_C'],
  ['option_a', 'option_b', 'option_c'],
  ['Option A', 'Option B', 'Option C'],
  ['optionA', 'optionB', 'optionC'],
  ['choice_a', 'choice_b', 'choice_c'],
  ['opa', 'opb', 'opc'],
  ['option1', 'option2', 'option3'],
  ['option_1', 'option_2', 'option_3'],
  ['Option 1', 'Option 2', 'Option 3'],
  ['choice1', 'choice2', 'choice3'],
  ['choice_1', 'choice_2', 'choice_3'],
  ['mc_answer1', 'mc_answer2', 'mc_answer3'],
  ['answer0', 'answer1', 'answer2'],
  ['ans0', 'ans1', 'ans2'],
  ['option0', 'option1', 'option2'],
  ['choice0', 'choice1', 'choice2'],
])('options in columns %s, %s, %s', (first, second, third) => {
  const row = { question: QUESTION, [first]: 'six', [second]: 'seven', [third]: 'eight', label: 'eight' };
  expect(only(row).items).toMatchObject([
    { task: 'closed', question: QUESTION, goldIndex: 2, optionTexts: ['six', 'seven', 'eight'] },
  ]);
});

it.each([
  ['option1', 'option2', 'option3', 1, 0],
  ['choice1', 'choice2', 'choice3', 3, 2],
  ['mc_answer1', 'mc_answer2', 'mc_answer3', 2, 1],
  ['answerA', 'answerB', 'answerC', 3, 2],
  ['option0', 'option1', 'option2', 1, 1],
  ['ans0', 'ans1', 'ans2', 0, 0],
  ['choice0', 'choice1', 'choice2', 2, 2],
])('numbers count as the columns %s, %s, %s do: %d is place %d', (first, second, third, label, goldIndex) => {
  const row = { question: QUESTION, [first]: 'six', [second]: 'seven', [third]: 'eight', label };
  expect(only(row).items).toMatchObject([{ task: 'closed', goldIndex }]);
});

it('numbers from 0 among columns from 1 count from 0, where one row shows it', () => {
  const row = (label: number) => ({
    question: `${QUESTION} ${label}`,
    option1: 'a',
    option2: 'b',
    option3: 'c',
    label,
  });
  const places = (labels: readonly number[]) =>
    recogniseFile('rows.jsonl', labels.map(row)).items.map(({ goldIndex }) => goldIndex);
  expect(places([0, 1, 2])).toEqual([0, 1, 2]);
  expect(places([1, 2, 3])).toEqual([0, 1, 2]);
});

it.each([
  { no: 0, yes: 1, never: 0 },
  { yes: 1, no: 0 },
  { no: 0, never: 0, yes: 1 },
])('TruthfulQA, original form %j', (targets) => {
  const [item] = only({ question: QUESTION, mc1_targets: targets }).items;
  expect(item).toMatchObject({ accepted: ['yes'] });
  expect(item!.optionTexts![item!.goldIndex!]).toBe('yes');
  expect([...item!.optionTexts!].sort()).toEqual(Object.keys(targets).sort());
});
