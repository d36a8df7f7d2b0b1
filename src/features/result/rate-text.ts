/** A rate for a sentence. Pure. */

import type { Rate } from '../../eval/types.ts';
import type { Translator } from '../../i18n/translate.ts';

/** "98 % [95, 99]": the rate and its 95 % interval in whole percent. */
export function rateText({ format }: Translator, { rate, low, high }: Rate): string {
  const bound = (share: number) => format.number(100 * share);
  return `${format.percent(rate, 0)}\u00a0[${bound(low)},\u00a0${bound(high)}]`;
}
