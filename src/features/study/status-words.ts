/** The status line's words. Pure. */

import type { Translator } from '../../i18n/translate.ts';
import type { StudySession } from '../../store/study-session.ts';
import { shortName } from './study-view.ts';

export interface StudyStatusWords {
  readonly headline: string;
  readonly details: readonly string[];
}

export function studyStatusWords(session: StudySession, { t, format }: Translator): StudyStatusWords {
  const { status, part, config, secondsLeft } = session;
  const details: string[] = [];
  if (part && config) {
    const { phase, done, total, step, control } = part.phase;
    if (config.seeds.length > 1) details.push(t('study.status.seed', { seed: String(part.seed) }));
    if (control) details.push(t(`controls.${control}`));
    details.push(t(`study.phase.${phase}`, { done, total, step }));
  }
  if (secondsLeft !== null && ['running', 'pausing', 'paused', 'resuming'].includes(status)) {
    details.push(t('study.status.left', { time: format.duration(secondsLeft) }));
  }
  const { model } = part ?? {
    model: Math.max(
      0,
      session.states.findIndex((state) => state.status === 'running'),
    ),
  };
  const seconds = session.result?.models.reduce((sum, model) => sum + model.seconds, 0);
  if (status === 'done' && seconds !== undefined) {
    return { headline: t('study.status.done-in', { time: format.duration(seconds) }), details };
  }
  const headline =
    status === 'running' && config
      ? t('study.status.running', {
          index: model + 1,
          count: config.models.length,
          model: shortName(config.models[model]?.id ?? ''),
        })
      : t(status === 'running' ? 'study.status.starting' : `study.status.${status}`);
  return { headline, details };
}
