/** How the last pass ended, with its cost, and how many questions got no reply and why. */

import { useI18n } from '../../i18n/react.tsx';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import type { JudgeState } from '../../store/judge-store.ts';
import { passEnd } from './pass-end.ts';
import { usageText } from './usage-text.ts';

export function PassEndText({ ended }: { ended: NonNullable<JudgeState['ended']> }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const texts = useErrorTexts();
  const { count, failed, error, refusal, seconds, usage } = ended;
  const cause = error ?? refusal;
  const reason = cause ? (texts?.error(cause.code, cause.params) ?? cause.code) : '';
  const facts = { time: format.duration(seconds), usage: usageText(i18n, usage), count, failed, reason };
  switch (passEnd(ended)) {
    case 'cancelled':
      return t('judge.cancelled', facts);
    case 'no-reply':
      return t('judge.no-reply', facts);
    case 'broken-off':
      return t('judge.broken-off', facts);
    case 'partial':
      return `${t('judge.ended', facts)} ${t('judge.ended-without', facts)}`;
    case 'done':
      return t('judge.ended', facts);
  }
}
