/** The Winograd Schema Challenge (Levesque et al. 2012): `{text, pronoun, options[2], label}`; the label counts from 0. */

import { type CountedShape, countedLabel, countedShape } from './index-base.ts';
import { closedItem } from './options.ts';
import { reject, rowId, scalarText, text, textList } from './row.ts';

const shape: CountedShape = {
  kind: 'winograd',
  task: 'closed',
  recognise: (row) =>
    typeof row.text === 'string' && typeof row.pronoun === 'string' && textList(row.options) !== undefined,
  fields: () => ({ question: 'text + pronoun', options: 'options', answer: 'label' }),
  toItem(row, where) {
    const context = text(row.text);
    if (context === undefined) return reject(where, 'import.empty-question', { field: 'text' });
    const label = scalarText(row.label);
    if (label === undefined) return reject(where, 'import.no-answer', { field: 'label' });
    return closedItem(
      {
        id: rowId(row, where),
        context,
        question: `What does “${String(row.pronoun).trim()}” refer to${text(row.quote) ? ` in “${String(row.quote).trim()}”` : ''}?`,
        texts: textList(row.options)!,
        gold: { kind: 'index', index: Number(label) - where.base },
      },
      where,
    );
  },
};

export const winograd = countedShape(shape, 0, (row) =>
  countedLabel(row.label, textList(row.options)!.length),
);
