/** What a pass cost, in words. */

import type { Translator } from '../../i18n/translate.ts';
import type { JudgeUsage } from '../../lab/judge/types.ts';

/** "12 requests, 3 from kept replies, 2,410 + 96 tokens" */
export function usageText({ t, tn }: Translator, usage: JudgeUsage): string {
  const { requests, cached, promptTokens, completionTokens } = usage;
  return [
    tn('judge.requests', requests),
    cached > 0 ? t('judge.cached', { count: cached }) : '',
    promptTokens === null || completionTokens === null
      ? ''
      : t('judge.tokens', { prompt: promptTokens, completion: completionTokens }),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
