/** A link's numbers beside those of running it again: metrics and intervals only, since a link holds no items. Pure. */

import type { Rate } from '../../eval/types.ts';
import type { StudyCondition, StudyResult } from '../../lab/study/types.ts';
import { type Change, rateChange } from '../../store/changes.ts';
import { pooled } from './study-view.ts';

export interface LinkedRow {
  readonly id: string;
  readonly condition: StudyCondition;
  readonly theirs: Rate;
  /** null where the model or condition was not run. */
  readonly own: Rate | null;
  /** Own minus the link's, with the interval of two independent shares of as many items as one seed has. */
  readonly change: Change | null;
  /** Test items of the link and, where they are others in number, of the own study. */
  readonly n: readonly number[];
  /** Whether each score lies in the other's interval. */
  readonly within: boolean | null;
}

export interface LinkedModel {
  readonly id: string;
  /** Whether the files are the same; null where one side has none. */
  readonly sameFiles: boolean | null;
}

export function linkedRows(linked: StudyResult, own: StudyResult): LinkedRow[] {
  return linked.cells.map(({ model, condition, metrics }) => {
    const { id } = linked.config.models[model]!;
    const cell = own.cells.find(
      (one) => one.condition === condition && own.config.models[one.model]!.id === id,
    );
    const theirs = pooled(metrics.map(({ exactMatch }) => exactMatch));
    const mine = cell ? pooled(cell.metrics.map(({ exactMatch }) => exactMatch)) : null;
    const change = mine && rateChange(theirs, mine);
    const n = [...new Set([theirs.n, ...(mine ? [mine.n] : [])])];
    const holds = ({ low, high }: Rate, { rate }: Rate) => low <= rate && rate <= high;
    return {
      id,
      condition,
      theirs,
      own: mine,
      change,
      n,
      within: mine && holds(theirs, mine) && holds(mine, theirs),
    };
  });
}

export function linkedModels(linked: StudyResult, own: StudyResult): LinkedModel[] {
  return linked.config.models.map(({ id }, i) => {
    const theirs = linked.models[i]!.hashes;
    const mine = own.models[own.config.models.findIndex((model) => model.id === id)]?.hashes ?? [];
    const known = theirs.length > 0 && mine.length > 0;
    const same = theirs.every(({ path, sha256 }) =>
      mine.some((file) => file.path === path && file.sha256 === sha256),
    );
    return { id, sameFiles: known ? same : null };
  });
}
