/** What the self-check before the run compared and found, or why there was none. */

import { useI18n } from '../../i18n/react.tsx';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import type { RunResult } from '../../lab/types.ts';

export function SelfCheckText({ result }: { result: RunResult }) {
  const { t, format } = useI18n();
  const texts = useErrorTexts();
  const { selfCheck: check, selfCheckSkipped: skipped, backend } = result;
  if (skipped) {
    const reason = texts?.error(skipped.code, skipped.params) ?? skipped.code;
    return [t('facts.self-check-skipped', { reason }), skipped.detail].join(' ').trim();
  }
  if (!check) return backend === 'onnxruntime-wasm' ? t('facts.self-check-own') : t('facts.self-check-none');
  const { pieces = 1 } = check;
  return [
    t('facts.self-check-ok', {
      difference: format.significant(check.maxAbsDifference, 2),
      tolerance: format.significant(check.tolerance, 2),
      agreement: format.percent(check.argmaxAgreement),
      positions: check.positions,
      prompts: check.prompts,
    }),
    ...(check.softPrompt ? [t('facts.self-check-soft-prompt')] : []),
    ...(check.widened ? [t('facts.self-check-widened')] : []),
    ...(pieces > 1 ? [t('facts.self-check-pieces', { pieces })] : []),
  ].join('; ');
}
