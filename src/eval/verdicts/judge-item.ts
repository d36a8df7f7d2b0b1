/** The verdict of one item by its task. */

import type { Item, Verdict } from '../types.ts';
import { judgeClosed, type ModelAnswer } from './closed.ts';
import { judgeOpen } from './open.ts';

export function judgeItem(item: Item, answer: ModelAnswer): Verdict {
  return item.task === 'closed' ? judgeClosed(item, answer) : judgeOpen(item, answer);
}
