/** How the last pass ended, with its cost, how many questions got no reply and why, and how many replies were cut. */

import { useI18n } from '../../i18n/react.tsx';
import type { Translator } from '../../i18n/translate.ts';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import type { JudgeState } from '../../store/judge-store.ts';
import { passEnd } from './pass-end.ts';
import { usageText } from './usage-text.ts';

type Ended = NonNullable<JudgeState['ended']>;

function endText(i18n: Translator, ended: Ended, reason: string): string {
  const { t, format } = i18n;
  const { count, failed, seconds, usage } = ended;
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

export function PassEndText({ ended }: { ended: Ended }) {
  const i18n = useI18n();
  const texts = useErrorTexts();
  const { cut, error, refusal } = ended;
  const cause = error ?? refusal;
  const reason = cause ? (texts?.error(cause.code, cause.params) ?? cause.code) : '';
  return [endText(i18n, ended, reason), cut > 0 ? i18n.tn('judge.cut', cut) : ''].join(' ').trim();
}
