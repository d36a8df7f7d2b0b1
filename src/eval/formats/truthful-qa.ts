/**
 * TruthfulQA (Lin et al. 2022), single true answer: hub `{question, mc1_targets: {choices, labels}}`, also with
 * `mc1_targets_choices` and `mc1_targets_labels` (m_truthfulqa), or the original CSV `Question, Best Answer, Incorrect
 * Answers` (answers joined by semicolons).
 *
 * The true answer always stands first in both; the options are therefore put in an order by a hash of the question.
 */

import { createRng, shuffled } from '../../lib/rng.ts';
import { closedItem } from './options.ts';
import { isRowObject, type RowObject, type RowShape, reject, rowId, text, textList } from './row.ts';

interface Source {
  readonly field: string;
  readonly choices: readonly string[];
  /** Which of them are true. */
  readonly golds: readonly number[];
}

/** The targets as an object, also where its columns were flattened. */
function targetsOf(row: RowObject): RowObject | undefined {
  if (isRowObject(row.mc1_targets)) return row.mc1_targets;
  const { mc1_targets_choices: choices, mc1_targets_labels: labels } = row;
  return Array.isArray(choices) ? { choices, labels } : undefined;
}

const trueOnes = (labels: readonly unknown[]) => labels.flatMap((label, i) => (label === 1 ? [i] : []));

function source(row: RowObject): Source | undefined {
  const targets = targetsOf(row);
  if (targets !== undefined) {
    const { choices, labels } = targets;
    const texts = textList(choices);
    if (texts !== undefined && Array.isArray(labels) && labels.length === texts.length) {
      return { field: 'question', choices: texts, golds: trueOnes(labels) };
    }
    // The original JSON form: { "answer text": 0 | 1 }.
    const entries = Object.entries(targets);
    if (entries.length > 0 && entries.every(([, label]) => label === 0 || label === 1)) {
      const golds = trueOnes(entries.map(([, label]) => label));
      return { field: 'question', choices: entries.map(([choice]) => choice), golds };
    }
    return undefined;
  }
  const best = row['Best Answer'];
  const wrong = row['Incorrect Answers'];
  if (typeof best !== 'string' || typeof wrong !== 'string') return undefined;
  const others = wrong.split(';').flatMap((answer) => answer.trim() || []);
  return { field: 'Question', choices: [best, ...others], golds: [0] };
}

export const truthfulQa: RowShape = {
  kind: 'truthful-qa',
  task: 'closed',
  recognise: (row) => source(row) !== undefined,
  fields: (row) =>
    targetsOf(row) === undefined
      ? { question: 'Question', options: 'Best Answer, Incorrect Answers', answer: 'Best Answer' }
      : { question: 'question', options: 'mc1_targets', answer: 'mc1_targets' },
  toItem(row, where) {
    const { field, choices, golds } = source(row)!;
    const question = text(row[field]);
    if (question === undefined) return reject(where, 'import.empty-question', { field });
    const [right] = golds;
    if (right === undefined) return reject(where, 'import.no-answer', { field: 'mc1_targets' });
    if (golds.length > 1) return reject(where, 'import.several-golds', { count: golds.length });
    const order = shuffled([...choices.keys()], createRng(0, `options\n${question}`));
    const texts = order.map((i) => choices[i]!);
    const gold = { kind: 'index', index: order.indexOf(right) } as const;
    return closedItem({ id: rowId(row, where), question, texts, gold }, where);
  },
};
