/** Names that published sets give to one field: under each a row makes the same item, and of two names the first counts. */

import { expect, it } from 'vitest';
import type { Item } from '../types.ts';
import { recogniseFile } from './recognise.ts';

/** Shape ¦ row whose question is `q?` and whose answer is `y`, `*` for the name ¦ names, the one that counts first. */
const NAMES = String.raw`
question-answer ¦ {"*":"q?","answer":"y"} ¦ question, prompt, input, query, problem, Question, Problem, instruction, context, frage, Frage, original_text
question-answer ¦ {"question":"q?","*":"y"} ¦ answer, target, ideal, gold, output, response, completion, continuation, expected, expected_output, expected_answer, expectedAnswer, reference, label, answers, final_ans, ground_truth, reference_answer, correct_answer, final_answer, Answer, antwort, Antwort, ans
gsm8k ¦ {"*":"q?","answer":"x + y\n#### y"} ¦ question, problem, prompt, instruction, query, input
gsm8k ¦ {"question":"q?","*":"x + y\n#### y"} ¦ answer, ground_truth, solution, output, response, completion, target
trivia-qa ¦ {"question":"q?","answer":"y","*":["z"]} ¦ aliases, answer_aliases
svamp ¦ {"Question":"q?","Numbers":"5","Body":"","*":"q?","Answer":"y"} ¦ Ques, Ques_Statement
nq-open ¦ {"question":"q?","*":["y","z"]} ¦ answer, possible_answers
nq-open ¦ {"question":"q?","*":["y","z"]} ¦ answers, possible_answers
arc ¦ {"*":"q?","choices":{"text":["x","y"],"label":["A","B"]},"answerKey":"B"} ¦ question_stem, question, qtext, stem, query, prompt, sent1
arc ¦ {"question":"q?","*":{"A":"x","B":"y"},"answerKey":"B"} ¦ choices, options, answers, endings, candidates, answer_choices, answer_options, mc_options, alternatives, opts, choice, Options, Choices, optionen, Optionen, antworten, Antworten
arc ¦ {"question":"q?","choices":{"A":"x","B":"y"},"*":"B"} ¦ answerKey, answer_idx, answer_key, ra, answer, label, correct, target
multiple-choice ¦ {"*":"q?","choices":["x","y"],"answer":1} ¦ question, query, prompt, problem, input, stem, Question, frage, Frage
multiple-choice ¦ {"question":"q?","*":["x","y"],"answer":1} ¦ choices, options, answers, endings, candidates, answer_choices, answer_options, mc_options, alternatives, opts, choice, Options, Choices, optionen, Optionen, antworten, Antworten
multiple-choice ¦ {"question":"q?","choices":["x","y"],"*":1} ¦ answer, gold, label, correct, target, answer_index, answer_idx, answerKey, correct_answer, correct_option, correct_index, correctAnswer, correct_answer_id, correct_idx, gold_index, gold_label, antwort, Antwort, ideal, Answer
option-columns ¦ {"*":"q?","A":"x","B":"y","answer":"B"} ¦ question, Question, query, prompt, sentence, stem, problem, input, instruction
option-columns ¦ {"question":"q?","A":"x","B":"y","*":"B"} ¦ answer, Answer, answerKey, answer_key, correct, correct_answer, correct_option, correct_answer_num, label, target, gold, cop
listed-options ¦ {"*":"q?\nA. x\nB. y\nC. z","answer":"B"} ¦ input, query, question, prompt, problem, Question, instruction
listed-options ¦ {"question":"q?\nA. x\nB. y\nC. z","*":"B"} ¦ target, answer, completion, response, output, label, ideal, answerKey, AnswerKey, Answer
`;

/** Shape ¦ row, `*` for the name ¦ what the field is of the item ¦ names, the one that counts first. */
const MORE = String.raw`
question-answer ¦ {"question":"q?","answer":"y","*":"z"} ¦ context ¦ context, passage, paragraph, article, document, story, narrative, dialogue, support, text
question-answer ¦ {"question":"q?","answer":"y","*":"z"} ¦ group ¦ subject, category
question-answer ¦ {"question":"q?","answer":"y","*":"z"} ¦ id ¦ id, ID, qid, qID, question_id, unique_id, idx, ind
multiple-choice ¦ {"question":"q?","choices":["x","y"],"answer":1,"*":"z"} ¦ group ¦ subject, category
option-columns ¦ {"question":"q?","A":"x","B":"y","answer":"B","*":"z"} ¦ context ¦ context, passage, article, flores_passage, paragraph
option-columns ¦ {"question":"q?","A":"x","B":"y","answer":"B","*":"z"} ¦ group ¦ subject, Subject, category, Category, subject_name
passage-choices ¦ {"*":"z","questions":[{"question":"q?","choice":["x","y"],"answer":"y"}]} ¦ context ¦ article, passage, story, context, dialogue, documents, document
math ¦ {"problem":"q?","solution":"\\boxed{y}","*":"z"} ¦ group ¦ category, subject, type
`;

const cases = NAMES.trim()
  .split('\n')
  .flatMap((line) => {
    const [kind, row, list] = line.split(' ¦ ') as [kind: string, row: string, names: string];
    const names = list.split(', ');
    return names.map((name, i) => [kind, name, row, names.slice(i + 1)] as const);
  });

it.each(cases)('%s: %s in %s', (kind, name, row, later) => {
  const { '*': value, ...rest } = JSON.parse(row);
  const other = typeof value === 'object' ? { A: 'u', B: 'v' } : 'other';
  for (const second of [[], ...later.map((one) => [[one, Array.isArray(value) ? ['u', 'v'] : other]])]) {
    const found = recogniseFile('rows.jsonl', [{ ...rest, [name]: value, ...Object.fromEntries(second) }]);
    expect(found).toMatchObject({ kind, rejected: [] });
    expect(found.items).toMatchObject([{ question: 'q?', accepted: expect.arrayContaining(['y']) }]);
  }
});

const more = MORE.trim()
  .split('\n')
  .flatMap((line) => {
    const [kind, row, field, list] = line.split(' ¦ ') as [string, string, keyof Item, string];
    const names = list.split(', ');
    return names.map((name, i) => [kind, field, name, row, names.slice(i + 1)] as const);
  });

it.each(more)('%s: %s under %s in %s', (kind, field, name, row, later) => {
  const { '*': value, ...rest } = JSON.parse(row);
  for (const second of [[], ...later.map((one) => [[one, 'other']])]) {
    const found = recogniseFile('rows.jsonl', [{ ...rest, [name]: value, ...Object.fromEntries(second) }]);
    expect(found).toMatchObject({ kind, items: [{ question: 'q?', [field]: 'z' }] });
  }
});
