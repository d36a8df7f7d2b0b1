/**
 * Labels in a file of their own, one a line, joined to the rows of a data file by their order. Reads nothing but lines;
 * which files belong together is told by their names (lib/data-files.ts).
 */

import { decodeText, isRowObject, type Row } from '../eval/index.ts';
import type { RejectedRow } from '../eval/types.ts';
import { LabError } from '../lib/errors.ts';

/** The field in which a row gets its label. */
const FIELD = 'label';

/** The labels of a file: its lines but for empty ones at the end, digits as numbers. */
export function labelsIn(bytes: Uint8Array): readonly (string | number)[] {
  const text = decodeText(bytes).trimEnd();
  if (text === '') return [];
  return text.split(/\r?\n/).map((line) => (/^\s*\d{1,9}\s*$/.test(line) ? Number(line) : line.trim()));
}

export interface LabelJoin {
  /** The rows with their labels; rows and rejected ones in file order, chunk by chunk. */
  join(rows: readonly Row[], rejected: readonly RejectedRow[]): readonly Row[];
  /** Throws `import.label-count` {name, rows, labelsName, labels} where the counts differ. */
  finish(): void;
}

/**
 * Throws `import.label-conflict` {name, line, own, labelsName, label} where a row has another label of its own, and `import.label-order`
 * {name, line} where rows of one line, one of them rejected, do not tell which label is whose.
 */
export function createLabelJoin(
  names: { readonly name: string; readonly labelsName: string },
  labels: readonly (string | number)[],
): LabelJoin {
  let count = 0;
  return {
    join(rows, rejected) {
      // Many rows may stand on one line (a JSON array): their order is that of the list, not of their lines.
      const faults = rejected.map(({ line }) => line).sort((a, b) => a - b);
      const start = count;
      let before = 0;
      count += rows.length + faults.length;
      return rows.map(({ line, value }, i) => {
        while (before < faults.length && faults[before]! < line) before++;
        if (faults[before] === line) throw new LabError('import.label-order', { name: names.name, line });
        const label = labels[start + i + before];
        if (!isRowObject(value) || label === undefined) return { line, value };
        const own = value[FIELD];
        if (own !== undefined && own !== null && String(own) !== String(label)) {
          throw new LabError('import.label-conflict', { ...names, line, own: String(own), label });
        }
        return { line, value: { ...value, [FIELD]: label } };
      });
    },
    finish() {
      if (count === labels.length) return;
      throw new LabError('import.label-count', { ...names, rows: count, labels: labels.length });
    },
  };
}
