/** An open item of the default form for tests of verdicts; `more` replaces its fields. */

import type { Item } from '../../types.ts';

export const openItem = (gold: string, more: Partial<Item> = {}): Item => ({
  id: 'x',
  task: 'open',
  question: 'q',
  answer: `#### ${gold}`,
  accepted: [gold],
  prompt: '',
  ...more,
});
