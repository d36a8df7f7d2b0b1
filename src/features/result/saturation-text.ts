/** How sure the saturation step is, in a sentence; empty for results that do not say. */

import type { Translator } from '../../i18n/translate.ts';
import type { RunResult } from '../../lab/types.ts';

export function saturationText({ analysis, config }: RunResult, { t, format }: Translator): string {
  const saturation = analysis?.saturation;
  if (!saturation) return '';
  const { low, high, never, replicates, n } = saturation;
  const end = (step: number | null) =>
    step === null ? t('facts.saturation-never') : t('result.step', { step });
  return t('facts.saturation-interval', {
    low: end(low),
    high: end(high),
    n,
    draws: replicates,
    seed: String(config.seed),
    never: format.percent(never, 1),
  });
}
