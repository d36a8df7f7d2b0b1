/**
 * What data files were recognised as, as plain data for a command line or a preview: rows, kind, fields, splits, and
 * rejected rows grouped by reason.
 */

import { assignRoles, type SplitRole, splitBySeed, withoutDuplicates } from './splits.ts';
import type { FieldGuess, RecognisedFile, RejectedRow, Task } from './types.ts';

export interface FileSummary {
  readonly file: string;
  readonly kind: string;
  readonly task: Task;
  readonly fields: FieldGuess;
  readonly rows: number;
  readonly items: number;
  readonly split: SplitRole | 'seeded' | 'unclear';
  readonly rejected: readonly RejectedRow[];
  /** Rejected rows by reason code. */
  readonly reasons: Readonly<Record<string, number>>;
}

export interface DataSummary {
  readonly files: readonly FileSummary[];
  readonly train: number;
  readonly test: number;
  readonly duplicates: number;
}

export function checkData(files: readonly RecognisedFile[], options: { readonly seed: number }): DataSummary {
  const roles = assignRoles(files.map((recognised) => ({ recognised })));
  const summaries = files.map((file, i): FileSummary => {
    const reasons: Record<string, number> = {};
    for (const row of file.rejected) reasons[row.code] = (reasons[row.code] ?? 0) + 1;
    return {
      file: file.file,
      kind: file.kind,
      task: file.task,
      fields: file.fields,
      rows: file.rowCount,
      items: file.items.length,
      split: files.length === 1 ? 'seeded' : (roles[i] ?? 'unclear'),
      rejected: file.rejected,
      reasons,
    };
  });
  const only = files.length === 1 ? files[0] : undefined;
  if (only !== undefined) {
    const { train, test } = splitBySeed(only.items, options.seed);
    return { files: summaries, train: train.length, test: test.length, duplicates: 0 };
  }
  const of = (role: SplitRole) => files.flatMap((file, i) => (roles[i] === role ? file.items : []));
  const train = of('train');
  const held = of('test').length > 0 ? of('test') : of('validation');
  const { test, duplicates } = withoutDuplicates(train, held);
  return { files: summaries, train: train.length, test: test.length, duplicates };
}
