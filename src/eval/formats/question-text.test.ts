/** Labels and cues around questions, and what a file's name says of the language. */

import { describe, expect, it } from 'vitest';
import { bareQuestion, languageOf } from './question-text.ts';

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

describe('languageOf', () => {
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
    ['deu_Latn.jsonl', 'de'],
    ['mmlu_DE-DE.csv', 'de'],
    ['german_qa.json', 'de'],
    ['fragen.deutsch.jsonl', 'de'],
    ['readme.de', undefined],
  ])('%s: %s', (file, language) => {
    expect(languageOf({ file })).toBe(language);
  });

  it('goes by what was chosen, then by the row, then by the name', () => {
    expect(languageOf({ file: 'a_de.tsv', language: 'en' }, 'de')).toBe('en');
    expect(languageOf({ file: 'a.tsv' }, 'de')).toBe('de');
    expect(languageOf({ file: 'a_de.tsv' }, 'en')).toBe('en');
  });
});
