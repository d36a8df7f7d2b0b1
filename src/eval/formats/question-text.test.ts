/** Labels and cues around questions, and what a file's name says of the language. */

import { describe, expect, it } from 'vitest';
import { bareQuestion, languageOfFile } from './question-text.ts';

describe('bareQuestion', () => {
  it.each([
    ['Question: Why?', 'Why?'],
    [' q : Why?', 'Why?'],
    ['PROBLEM: Why?', 'Why?'],
    ['Frage: Warum?', 'Warum?'],
    ['Why?\nAnswer:', 'Why?'],
    ['Why?\n a : ', 'Why?'],
    ['Q:Why so?', 'Why so?'],
    [' Why? ', 'Why?'],
    ['Why?\nSolution:', 'Why?'],
    ['Warum?\nAntwort:', 'Warum?'],
    ['Warum?\nLösung: ', 'Warum?'],
    ['Question: Why?\nAnswer:\n', 'Why?'],
    ['Why? Answer:', 'Why? Answer:'],
    ['Why?\nAnswer: because', 'Why?\nAnswer: because'],
    ['The Question: Why?', 'The Question: Why?'],
    ['Q&A: Why?', 'Q&A: Why?'],
  ])('%j: %j', (text, question) => {
    expect(bareQuestion(text)).toBe(question);
  });
});

describe('languageOfFile', () => {
  it.each([
    ['mgsm_de.tsv', 'de'],
    ['xquad.de.json', 'de'],
    ['de.json', 'de'],
    ['data/de-test.jsonl', 'de'],
    ['C:\\data\\mgsm-de.tsv', 'de'],
    ['de/test.jsonl', undefined],
    ['model.json', undefined],
    ['code.jsonl', undefined],
    ['decode.jsonl', undefined],
    ['mgsm_en.tsv', undefined],
    ['readme.de', undefined],
  ])('%s: %s', (file, language) => {
    expect(languageOfFile(file)).toBe(language);
  });
});
