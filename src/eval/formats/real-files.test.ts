/**
 * Public benchmark files as they are published, read from the folder beside the repository where it is present. Counts
 * are stated here; golds are compared with a reading of the raw rows that shares no code with the shapes.
 */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Item } from '../types.ts';
import { boxedAnswers } from '../verdicts/stated-answer.ts';
import { decodeText } from './decode-text.ts';
import { recogniseText } from './recognise.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/benchmarks/', import.meta.url));

interface RawRow {
  answer: string;
  options: string[];
  correct: string;
  choices: string[];
  gold: number;
  aliases: string[];
  context: string;
  query: string;
  chain_of_thought: string;
}

const load = (name: string) => decodeText(readFileSync(FOLDER + name));
const jsonLines = (name: string) =>
  load(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RawRow);
const goldText = (item: Item) => item.optionTexts![item.goldIndex!];

describe.runIf(existsSync(FOLDER))('published files', () => {
  it.each([
    ['gsm8k_train.jsonl', 'jsonl', 'gsm8k', 'open', 7473],
    ['gsm8k_test.jsonl', 'jsonl', 'gsm8k', 'open', 1319],
    ['mgsm_de.tsv', 'tsv', 'mgsm', 'open', 250],
    ['aqua_dev.json', 'jsonl', 'aqua', 'closed', 254],
    ['aqua_test.json', 'jsonl', 'aqua', 'closed', 254],
    ['bbh_date.json', 'json-object', 'listed-options', 'closed', 250],
    ['arc_challenge_foundry.jsonl', 'jsonl', 'foundry-multiple-choice', 'closed', 1172],
    ['triviaqa_foundry.jsonl', 'jsonl', 'trivia-qa', 'open', 3000],
    ['math_foundry.jsonl', 'jsonl', 'math', 'open', 5000],
    ['commonsense_qa_foundry.jsonl', 'jsonl', 'listed-options', 'closed', 1221],
  ])('%s: %s, %s, %s, %i items, none rejected', (name, container, kind, task, count) => {
    const file = recogniseText(name, load(name));
    expect({ ...file, items: file.items.length }).toMatchObject({
      container,
      kind,
      task,
      rowCount: count,
      items: count,
      rejected: [],
    });
    expect(new Set(file.items.map((item) => item.id)).size).toBe(count);
  });

  it('GSM8K: every gold is the text after ####; 14 with commas, 2 negative, none decimal', () => {
    const { items } = recogniseText('gsm8k_test.jsonl', load('gsm8k_test.jsonl'));
    const golds = items.map((item) => item.accepted[0]!);
    expect(golds).toEqual(jsonLines('gsm8k_test.jsonl').map((row) => row.answer.split('\n#### ')[1]));
    expect(golds.filter((gold) => gold.includes(','))).toHaveLength(14);
    expect(golds.filter((gold) => gold.startsWith('-'))).toHaveLength(2);
    expect(golds.filter((gold) => gold.includes('.'))).toHaveLength(0);
    expect(items.some((item) => /<<|####/.test(item.rationale ?? ''))).toBe(false);
  });

  it('MGSM: every gold is a whole number, every question German', () => {
    const { items } = recogniseText('mgsm_de.tsv', load('mgsm_de.tsv'));
    const rows = load('mgsm_de.tsv').trimEnd().split('\n');
    expect(items.map((item) => `${item.question}\t${item.accepted[0]}`)).toEqual(
      rows.map((row) => row.trim()),
    );
    expect(items.every((item) => item.language === 'de')).toBe(true);
  });

  it.each(['aqua_dev.json', 'aqua_test.json'])(
    '%s: the gold is the option whose letter is `correct`',
    (name) => {
      const { items } = recogniseText(name, load(name));
      const golds = jsonLines(name).map(
        (row) => row.options.find((one) => one.startsWith(`${row.correct})`))!,
      );
      expect(items.map(goldText)).toEqual(
        golds.map((gold) =>
          gold
            .slice(2)
            .trim()
            .replace(/\s*\n\s*/g, ' '),
        ),
      );
    },
  );

  it('BBH dates: the gold is the listed line of the target letter; 212 questions have six options, 38 five', () => {
    const { items } = recogniseText('bbh_date.json', load('bbh_date.json'));
    const rows = (JSON.parse(load('bbh_date.json')) as { examples: { input: string; target: string }[] })
      .examples;
    const golds = rows.map(({ input, target }) =>
      input
        .split('\n')
        .find((line) => line.startsWith(target))!
        .slice(4),
    );
    expect(items.map(goldText)).toEqual(golds);
    expect(items.filter((item) => item.options!.length === 6)).toHaveLength(212);
    expect(items.some((item) => item.question.includes('Options:'))).toBe(false);
  });

  it('ARC: the gold is choices[gold]; rows with duplicate options keep theirs', () => {
    const { items } = recogniseText('arc.jsonl', load('arc_challenge_foundry.jsonl'));
    const rows = jsonLines('arc_challenge_foundry.jsonl');
    expect(items.map(goldText)).toEqual(rows.map((row) => row.choices[row.gold]));
    expect(items.map((item) => item.goldIndex)).toEqual(rows.map((row) => row.gold));
    expect(items.filter((item) => new Set(item.optionTexts).size < item.optionTexts!.length)).toHaveLength(4);
  });

  it('TriviaQA: every alias is accepted, up to 182; nothing split at U+0085', () => {
    const { items } = recogniseText('triviaqa.jsonl', load('triviaqa_foundry.jsonl'));
    const rows = jsonLines('triviaqa_foundry.jsonl');
    items.forEach((item, i) => {
      const row = rows[i]!;
      expect(item.accepted[0]).toBe(row.answer);
      const given = [row.answer, ...row.aliases].map((alias) => alias.trim());
      expect(new Set(item.accepted)).toEqual(new Set(given.filter((alias) => alias !== '')));
      expect(row.context).toBe(`Question: ${item.question}\nAnswer:`);
    });
    expect(Math.max(...rows.map((row) => row.aliases.length))).toBe(182);
  });

  it('MATH: the gold is the answer field and stands in the last box of its solution', () => {
    const { items } = recogniseText('math.jsonl', load('math_foundry.jsonl'));
    const rows = jsonLines('math_foundry.jsonl');
    expect(items.map((item) => item.accepted[0])).toEqual(
      rows.map((row) => row.answer.trim().replace(/\s*\n\s*/g, ' ')),
    );
    const boxed = rows.filter((row) => boxedAnswers(row.chain_of_thought).at(-1) === row.answer);
    expect(boxed).toHaveLength(5000);
    expect(items.every((item) => item.grading === 'math')).toBe(true);
  });

  it('CommonsenseQA: the gold is the listed line of choices[gold]', () => {
    const { items } = recogniseText('csqa.jsonl', load('commonsense_qa_foundry.jsonl'));
    const golds = jsonLines('commonsense_qa_foundry.jsonl').map((row) => {
      const letter = row.choices[row.gold]!;
      return row.query
        .split('\n')
        .find((line) => line.startsWith(`${letter}. `))!
        .slice(3);
    });
    expect(items.map(goldText)).toEqual(golds);
  });
});
