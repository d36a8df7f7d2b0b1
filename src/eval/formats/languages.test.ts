/** The language of items: chosen by a person, told by a row or the file's name; what prompts and verdicts make of it. */

import { describe, expect, it } from 'vitest';
import { judgeItem } from '../verdicts/judge-item.ts';
import { createRecogniser } from './recognise.ts';
import type { RowObject } from './row.ts';

function itemsOf(file: string, rows: readonly RowObject[], language?: 'en' | 'de') {
  const recogniser = createRecogniser(file, undefined, language ? { language } : {});
  recogniser.push(rows.map((value, i) => ({ line: i + 1, value })));
  return recogniser.finish().items;
}

const trivia = {
  question: 'Welcher Fluss fließt durch Köln?',
  question_id: 'a',
  answer: { value: 'der Rhein', aliases: ['der Rhein'], normalized_aliases: ['der rhein'] },
};
const gsm = { question: 'Wie viele sind es?', answer: 'Es sind viele.\n#### 1.200' };
const mmlu = { question: 'Was ist richtig?', choices: ['dies', 'das', 'jenes', 'nichts'], answer: 1 };
const squad = {
  id: 'x',
  title: 'Rhein',
  context: 'Der Rhein fließt durch Köln.',
  question: 'Was fließt durch Köln?',
  answers: { text: ['Der Rhein'], answer_start: [0] },
};

describe('German by the name of the file', () => {
  it.each([
    ['triviaqa_de.jsonl', trivia],
    ['gsm8k_de.jsonl', gsm],
    ['mmlu_de.jsonl', mmlu],
    ['xquad.de.json', squad],
  ])('%s: item and prompt', (file, row) => {
    const [item] = itemsOf(file, [row]);
    expect(item!.language).toBe('de');
    expect(item!.prompt).toContain('Frage:');
    expect(item!.prompt).toMatch(/Antwort:$/);
    const [english] = itemsOf(file.replace('de', 'en'), [row]);
    expect(english).not.toHaveProperty('language');
    expect(english!.prompt).toContain('Question:');
  });
});

describe('a language that was chosen', () => {
  it('holds for every shape and against the name', () => {
    for (const row of [trivia, gsm, mmlu, squad]) {
      expect(itemsOf('test-00000-of-00001.parquet', [row], 'de')[0]!.language).toBe('de');
      const [item] = itemsOf('x_de.jsonl', [row], 'en');
      expect(item!.language).toBe('en');
      expect(item!.prompt).toContain('Question:');
    }
  });

  it('decides how numbers are read and which articles do not count', () => {
    const known = (row: RowObject, language: 'en' | 'de', output: string) =>
      judgeItem(itemsOf('f', [row], language)[0]!, { output }).knowledge;
    expect(known(gsm, 'de', '#### 1200')).toBe(true);
    expect(known(gsm, 'en', '#### 1200')).toBe(false);
    expect(known(trivia, 'de', '#### Rhein')).toBe(true);
    expect(known(trivia, 'en', '#### Rhein')).toBe(false);
  });
});
