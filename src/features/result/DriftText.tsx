/** Whether knowledge stays along the curve, in a sentence, and what changed item by item. */

import { useI18n } from '../../i18n/react.tsx';
import type { AnalysisView, DriftView } from '../../store/analysis.ts';
import { pText, signed } from '../../ui/number-text.ts';

export function DriftText({ view }: { view: AnalysisView }) {
  const { t, format } = useI18n();
  const items = view.comparisons.find(
    ({ first, second, metric }) =>
      first === 'zero-shot' && second === 'soft-prompt' && metric === 'knowledge',
  );
  return (
    <>
      {view.drift ? driftSentence(view.drift) : null}
      {items ? (
        <span className="facts__hint">
          {t('drift.items', {
            gains: items.gains,
            losses: items.losses,
            p: pText(items.p, format.fixed),
            n: items.n,
          })}
        </span>
      ) : null}
    </>
  );

  function driftSentence({ verdict, margin, n, firstStep, steps }: DriftView): string {
    const last = steps.at(-1)!;
    const changed = steps.filter((entry) => entry.verdict === 'different');
    const common = {
      margin: 100 * margin,
      n,
      first: firstStep,
      change: signed(format.fixed, last.difference),
      interval: `[${signed(format.fixed, last.low)}, ${signed(format.fixed, last.high)}]`,
    };
    switch (verdict) {
      case 'equivalent':
        return t('drift.equivalent', common);
      case 'different':
        return t(changed.length > 1 ? 'drift.different-many' : 'drift.different', {
          ...common,
          steps: changed.map(({ step }) => step).join(', '),
        });
      default: {
        const count = steps.filter((entry) => entry.verdict === 'undecided').length;
        return t('drift.undecided', { ...common, count, total: steps.length });
      }
    }
  }
}
