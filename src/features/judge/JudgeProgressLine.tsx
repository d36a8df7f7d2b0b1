/** How far a pass has come: answers, requests, tokens, time left; or how much of the judge is loaded. */

import { useI18n } from '../../i18n/react.tsx';
import type { JudgeProgress } from '../../lab/judge/types.ts';
import { usageText } from './usage-text.ts';

export function JudgeProgressLine({ progress }: { progress: JudgeProgress | null }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  if (!progress) return <p className="small muted">{t('judge.starting')}</p>;
  const { done, total, secondsLeft, loading } = progress;
  const share = loading
    ? loading.total
      ? loading.loaded / loading.total
      : 0
    : total === 0
      ? 0
      : done / total;
  const text = loading
    ? loading.total === undefined
      ? t('judge.loading-unknown', { loaded: format.bytes(loading.loaded) })
      : t('judge.loading', { loaded: format.bytes(loading.loaded), total: format.bytes(loading.total) })
    : [
        t('judge.progress', { done, total }),
        usageText(i18n, progress),
        secondsLeft === null ? '' : t('judge.left', { time: format.duration(secondsLeft) }),
      ]
        .filter((part) => part !== '')
        .join(' · ');
  return (
    <div data-testid="judge-progress">
      <p className="small muted tabular">{text}</p>
      <div className="progress" aria-hidden="true">
        <div className="progress__bar" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
