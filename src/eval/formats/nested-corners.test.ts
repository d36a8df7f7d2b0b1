/** Rows that hold their questions further inside, and pairs of texts, at the edge of a rule: read otherwise, or refused. */

import { expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';
import { itReads } from './testing/reading-case.ts';

itReads(`
passage-choices ¦ f ¦ [{"passage":"T","questions":[{"question":"q","choice":["x","y"],"answer":"y"},{"question":"r","answer":1}]}] ¦ [{"question":"q","context":"T","goldIndex":1,"accepted":["y"],"optionTexts":["x","y"]}] ¦ [[1,"bad-options",{"field":"questions"}]]
unknown ¦ f ¦ [{"passage":"T","questions":[{"question":"q","choice":["x","y"],"answer":"y"},"r"]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"passage, questions"}]]
helm ¦ f ¦ [{"input":{"text":"q"},"references":[{"output":{"text":"x"}},{"output":{"text":"y"},"tags":["correct"]}]}] ¦ [{"question":"q","goldIndex":1,"accepted":["y"],"optionTexts":["x","y"]}] ¦ []
unknown ¦ f ¦ [{"input":"q","references":[{"output":{"text":"x"},"tags":["correct"]}]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"input, references"}]]
unknown ¦ f ¦ [{"input":{"text":5},"references":[{"output":{"text":"x"},"tags":["correct"]}]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"input, references"}]]
unknown ¦ f ¦ [{"input":{"text":"q"},"references":"x"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"input, references"}]]
unknown ¦ f ¦ [{"input":{"text":"q"},"references":["x"]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"input, references"}]]
unknown ¦ f ¦ [{"input":{"text":"q"},"references":[{"tags":[]}]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"input, references"}]]
unknown ¦ f ¦ [{"input":{"text":"q"},"references":[{"output":{"text":5},"tags":[]}]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"input, references"}]]
natural-questions ¦ f ¦ [{"question":{"text":"q"},"annotations":{"short_answers":[null,{"text":["a"]}]}}] ¦ [] ¦ [[1,"no-answer",{"field":"annotations.short_answers"}]]
natural-questions ¦ f ¦ [{"question":{"text":"q"},"annotations":{"short_answers":[{"text":5},{"text":["a"]}]}}] ¦ [] ¦ [[1,"no-answer",{"field":"annotations.short_answers"}]]
natural-questions ¦ f ¦ [{"question_text":"q","document_text":"a b","annotations":[null,{"short_answers":"x"},{"short_answers":[{"start_token":0,"end_token":1}]}]}] ¦ [] ¦ [[1,"no-answer",{"field":"annotations.short_answers"}]]
natural-questions ¦ f ¦ [{"question_text":"q","document_text":"a b","annotations":[{"short_answers":[null,{"start_token":0,"end_token":1}]}]}] ¦ [{"question":"q","accepted":["a"]}] ¦ []
unknown ¦ f ¦ [{"question_text":"q","annotations":[{"short_answers":[]}]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question_text, annotations"}]]
unknown ¦ f ¦ [{"question_text":"q","document_text":"a","annotations":{"x":1}}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question_text, document_text, annotations"}]]
unknown ¦ f ¦ [{"question":{"text":5},"annotations":{"short_answers":[{"text":["a"]}]}}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, annotations"}]]
narrative-qa ¦ f ¦ [{"question":"q","answer1":"a","answer2":" ","answer1_tokenized":"a"}] ¦ [{"question":"q","accepted":["a"]}] ¦ []
unknown ¦ f ¦ [{"question":5,"answer1":"a","answer1_tokenized":"a"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, answer1, answer1_tokenized"}]]
unknown ¦ f ¦ [{"question":{"text":5},"answers":[{"text":"a"}]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, answers"}]]
unknown ¦ f ¦ [{"question":{"text":"q"},"answers":[{"x":1}]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, answers"}]]
entailment ¦ f ¦ [{"premise":"P","hypothesis":" H ","label":" neutral ","uid":"u7"}] ¦ [{"id":"u7","question":"Does “H” follow?","context":"P","goldIndex":1,"accepted":["neutral"],"optionTexts":["entailment","neutral","contradiction"]}] ¦ []
entailment ¦ f ¦ [{"premise":"P","hypothesis":"H","label":"not - entailment"}] ¦ [{"question":"Does “H” follow?","context":"P","goldIndex":1,"accepted":["not_entailment"],"optionTexts":["entailment","not_entailment"]}] ¦ []
entailment ¦ f ¦ [{"premise":"P","hypothesis":"H","label":"neutral","language":"de"}] ¦ [{"question":"Does “H” follow?","context":"P","language":"de","goldIndex":1,"accepted":["neutral"],"optionTexts":["entailment","neutral","contradiction"]}] ¦ []
entailment ¦ f ¦ [{"sentence":"S","question":"Who?","label":"entailment"},{"premise":"P","hypothesis":"H","label":"neutral"}] ¦ [{"question":"Does the text answer “Who?”?","context":"S","goldIndex":0,"accepted":["entailment"],"optionTexts":["entailment","neutral","contradiction"]},{"question":"Does “H” follow?","context":"P","goldIndex":1,"accepted":["neutral"],"optionTexts":["entailment","neutral","contradiction"]}] ¦ []
entailment ¦ f ¦ [{"premise":{"en":"P"},"hypothesis":{"language":["en","fr"],"translation":["H","I"]},"label":0}] ¦ [{"question":"Does “H” follow?","context":"P","goldIndex":0,"accepted":["entailment"],"optionTexts":["entailment","neutral","contradiction"]}] ¦ [[1,"empty-question",{"field":"premise"}]]
unknown ¦ f ¦ [{"premise":{"en":"P"},"hypothesis":{"language":"en","translation":["H"]},"label":0}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"premise, hypothesis, label"}]]
unknown ¦ f ¦ [{"premise":{"en":"P"},"hypothesis":{"language":["en"],"translation":"H"},"label":0}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"premise, hypothesis, label"}]]
`);

const pair = (label: unknown, i = 0) => ({ premise: `P${i}`, hypothesis: 'H', label });

it.each([
  ['entailment', 'entailment'],
  ['entails', 'entailment'],
  ['e', 'entailment'],
  ['n', 'neutral'],
  ['c', 'contradiction'],
  ['contradictory', 'contradiction'],
])('the class %s is %s', (label, gold) => {
  expect(recogniseFile('f', [pair(label)]).items).toMatchObject([{ accepted: [gold] }]);
});

it.each(
  'snli mnli_de.tsv multinli.csv multi_nli.json my-anli.json xnli.json indicxnli.json afrixnli.tsv'.split(
    ' ',
  ),
)('classes are numbered in %s', (file) => {
  expect(recogniseFile(file, [pair(2)]).items).toMatchObject([{ accepted: ['contradiction'] }]);
});

it.each([
  ['entailment', 'entailment, neutral, contradiction'],
  ['not_entailment', 'entailment, not_entailment'],
  ['unrelated', 'entailment, neutral, contradiction'],
])('the preview of a file with the class %s says %s', (label, options) => {
  const fields = { question: 'premise + hypothesis', options, answer: 'label' };
  expect(recogniseFile('f', [pair(label)])).toMatchObject({ task: 'closed', fields });
});

it('a third class is told from the words of the rows alone', () => {
  const rows = Array.from({ length: 19 }, (_, i) => pair(i % 2 === 0 ? 'entailment' : 'neutral', i));
  const [unsure] = recogniseFile('f', [...rows, pair('-')]).items;
  expect(unsure!.optionTexts).toHaveLength(3);
  const all = [...rows, pair('neutral'), pair('contradiction')];
  expect(recogniseFile('f', all).items).toHaveLength(21);
});

it('the preview of rows that hold theirs inside names the fields there', () => {
  const fields = (row: object) => recogniseFile('f', [row as never]).fields;
  const languages = { premise: { en: 'P' }, hypothesis: { language: ['en'], translation: ['H'] }, label: 0 };
  expect(fields(languages).question).toBe('premise + hypothesis');
  const references = [{ output: { text: 'x' }, tags: ['correct'] }, { output: { text: 'y' } }];
  expect(fields({ input: { text: 'q' }, references })).toEqual({
    question: 'input.text',
    options: 'references.output.text',
    answer: 'references.tags',
  });
  expect(fields({ question: { text: 'q' }, answers: [{ text: 'a' }] })).toEqual({
    question: 'question.text',
    answer: 'answers.text',
  });
});

it('what the labels of questions about texts count from may be told late', () => {
  const row = (answer: number, i: number) => ({
    passage: `T${i}`,
    questions: [{ question: 'q', choice: ['w', 'x', 'y', 'z'], answer }],
  });
  const rows = Array.from({ length: 201 }, (_, i) => row(i === 200 ? 0 : (i % 3) + 1, i));
  const { items, rejected } = recogniseFile('f', rows);
  expect(rejected).toEqual([]);
  expect(items.map(({ goldIndex }) => goldIndex).slice(-2)).toEqual([2, 0]);
});
