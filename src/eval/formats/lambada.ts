/**
 * LAMBADA (Paperno et al. 2016): `{text}`, whose last word is the answer. The field alone tells nothing; the file's name
 * must. Its llm-foundry form `{context, continuation}` is read by plain.ts.
 */

import { openItem } from './open-item.ts';
import { type RowShape, reject, rowId, text } from './row.ts';

export const lambada: RowShape = {
  kind: 'lambada',
  task: 'open',
  recognise: (row, file) => typeof row.text === 'string' && /lambada/i.test(String(file)),
  fields: () => ({ question: 'text (without its last word)', answer: 'text (last word)' }),
  toItem(row, where) {
    const match = /(.*\S)\s+(\S+)/s.exec(text(row.text)?.trim() ?? '');
    if (match === null) return reject(where, 'import.empty-question', { field: 'text' });
    return openItem(
      {
        id: rowId(row, where),
        context: match[1]!,
        question: 'What is the next word?',
        accepted: [match[2]!.replace(/[.,!?;:"'’”]+$/, '') || match[2]!],
      },
      where,
    );
  },
};
