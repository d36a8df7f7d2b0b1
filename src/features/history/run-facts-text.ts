/** What tells runs apart whose names are the same, in a line. Pure. */

import type { Translator } from '../../i18n/translate.ts';
import type { RunFacts } from '../../store/compare-runs.ts';

/** "seed 0 · 80 steps · 60 test items · Placebo …" */
export function runFactsText({ seed, steps, itemLimit, controls }: RunFacts, { t, tn }: Translator): string {
  return [
    t('history.facts', { seed: String(seed), steps }),
    itemLimit === 0 ? t('setup.items-all') : tn('setup.items', itemLimit),
    ...controls.map((control) => t(`controls.${control}`)),
  ].join(' · ');
}
