/** The verdict on an open answer in words, as text that a table can hold: `yes found marked-phrase`, `no negated`. */

import type { Item } from '../../types.ts';
import { judgeKnowledge } from '../judge.ts';

/** `golds`: the accepted answer, or it and its aliases; `more` replaces fields of the item. */
export function judgeWords(golds: string | readonly string[], output: string, more: Partial<Item> = {}) {
  const accepted = typeof golds === 'string' ? [golds] : golds;
  const item: Item = {
    id: 'x',
    task: 'open',
    question: 'Which one is it?',
    answer: `#### ${accepted[0]}`,
    accepted,
    prompt: '',
    ...more,
  };
  const { known, reasons } = judgeKnowledge(item, output);
  return `${known ? 'yes' : 'no'} ${reasons.map((reason) => reason.replace('judge.', '')).join(' ')}`;
}
