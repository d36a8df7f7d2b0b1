/** What optimisers are called, in every language. */

import type { OptimizerName } from '../lab/types.ts';

export const OPTIMIZER_NAMES: Readonly<Record<OptimizerName, string>> = {
  adam: 'Adam',
  adamw: 'AdamW',
  adafactor: 'Adafactor',
};
