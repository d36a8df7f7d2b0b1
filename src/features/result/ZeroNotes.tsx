/** Why a condition has hardly any exact match, where it has not: never a bare zero. */

import { useI18n } from '../../i18n/react.tsx';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import type { RunResult } from '../../lab/types.ts';

export function ZeroNotes({ result }: { result: RunResult }) {
  const { t } = useI18n();
  const texts = useErrorTexts();
  const found = (result.analysis?.scoring ?? []).filter(({ zero }) => zero !== undefined);
  if (!texts || found.length === 0) return null;
  return (
    <ul className="zero-notes" data-testid="zero-notes">
      {found.map(({ condition, zero }) => (
        <li key={condition}>
          <b>{t(`condition.${condition}`, { count: result.config.fewShotCount })}</b>{' '}
          {texts.error(zero!.code, { ...zero!.params, reason: texts.reason(zero!.params.reason) })}
        </li>
      ))}
    </ul>
  );
}
