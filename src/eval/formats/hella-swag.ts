/**
 * HellaSwag (Zellers et al. 2019): `{activity_label, ctx | ctx_a + ctx_b, endings[4], label}`; the label is an index,
 * also as a text. Cleaned as in lm-evaluation-harness: `[title]` becomes ". ", other `[...]` marks are dropped.
 */

import { type CountedShape, countedLabel, countedShape } from './index-base.ts';
import { closedItem, type Gold, withoutUndefined } from './options.ts';
import { type RowObject, reject, rowId, scalarText, text, textList } from './row.ts';

const clean = (value: string): string => {
  const titled = value.replaceAll(' [title]', '. ');
  // Only as far as a bracket closes: a search for the end of each of many open ones takes time by their square.
  const end = titled.lastIndexOf(']') + 1;
  const bare = titled.slice(0, end).replace(/\[.*?\]/g, '') + titled.slice(end);
  return bare.replace(/ {2,}/g, ' ').trim();
};

function context(row: RowObject): string | undefined {
  const [a, b] = [text(row.ctx_a), text(row.ctx_b)];
  if (a === undefined) return text(row.ctx);
  return b === undefined ? a : `${a} ${b[0]!.toUpperCase()}${b.slice(1)}`;
}

const shape: CountedShape = {
  kind: 'hella-swag',
  task: 'closed',
  recognise: (row) => Array.isArray(row.endings) && context(row) !== undefined,
  fields: (row) => ({
    question: row.ctx_a === undefined ? 'ctx' : 'ctx_a + ctx_b',
    options: 'endings',
    answer: 'label',
  }),
  toItem(row, where) {
    const endings = textList(row.endings);
    if (endings === undefined) return reject(where, 'import.bad-options', { field: 'endings' });
    const label = scalarText(row.label);
    if (label === undefined) return reject(where, 'import.no-answer', { field: 'label' });
    const activity = text(row.activity_label);
    const gold: Gold = /^\d+$/.test(label)
      ? { kind: 'index', index: Number(label) - where.base }
      : { kind: 'written', written: label };
    return closedItem(
      withoutUndefined({
        id: rowId(row, where),
        context: clean(activity === undefined ? context(row)! : `${activity}: ${context(row)!}`),
        question: 'Which continuation fits best?',
        texts: endings.map(clean),
        gold,
        group: activity,
      }),
      where,
    );
  },
};

export const hellaSwag = countedShape(shape, 0, (row) =>
  countedLabel(row.label, textList(row.endings)?.length ?? 0),
);
