/** A choice of kernels as a sentence: which, how fast, since when. Pure. */

import type { KernelChoice } from '../engine/model/types.ts';
import type { Translator } from '../i18n/translate.ts';

export function kernelText(
  { name, source, rates, measuredAt }: KernelChoice,
  { t, format }: Translator,
): string {
  const rate = rates[name];
  if (source === 'known') return t('kernels.known', { name });
  if (rate === undefined || measuredAt === null) return t('kernels.pinned', { name });
  return t(`kernels.${source}-rate` as const, {
    name,
    rate: format.significant(rate / 1e9, 3),
    time: format.dateTime(measuredAt),
  });
}
