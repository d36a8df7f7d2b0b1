/** The status line as text and the share of the present phase that is done. Pure. */

import type { Translator } from '../../i18n/translate.ts';
import type { DownloadSummary } from '../../store/download.ts';
import { ENGINE_BYTES } from '../../store/embedded.ts';
import { hasData, type RunState } from '../../store/run-state.ts';

export interface StatusText {
  readonly headline: string;
  readonly details: readonly string[];
}

function downloadDetails(download: DownloadSummary, { t, format }: Translator): string[] {
  const params = {
    index: download.fileIndex,
    count: download.fileCount,
    loaded: format.bytes(download.loaded),
  };
  const details = [
    download.total === undefined
      ? t('status.download-open', params)
      : t('status.download', { ...params, total: format.bytes(download.total) }),
  ];
  if (download.fromCache) details.push(t('status.cached'));
  else if (download.bytesPerSecond) {
    details.push(t('status.speed', { speed: format.bytes(download.bytesPerSecond) }));
  }
  if (download.secondsLeft)
    details.push(t('status.time-left', { time: format.duration(download.secondsLeft) }));
  return details;
}

function phaseDetails(run: RunState, download: DownloadSummary | null, i18n: Translator): string[] {
  const { phase, config, memoryPlan } = run;
  const { t, tn, format } = i18n;
  if (!phase) return [];
  const details: string[] = [];
  if (phase.phase === 'loading') return download ? downloadDetails(download, i18n) : [];
  if (phase.phase === 'tuning' || phase.phase === 'soft-prompt') {
    details.push(t('status.step', { step: phase.step, steps: config?.tuning.steps ?? phase.total }));
  }
  if (phase.control) details.push(t(`controls.${phase.control}`));
  if (phase.phase !== 'tuning' && phase.total > 0) {
    details.push(t('status.items', { done: phase.done, total: phase.total }));
  }
  if (phase.secondsLeft !== null) {
    details.push(t('status.time-left', { time: format.duration(Math.max(1, phase.secondsLeft)) }));
  }
  if (memoryPlan) {
    const { budgetBytes, peakBytes, recomputedLayers } = memoryPlan;
    const peak = format.bytes(peakBytes);
    details.push(
      budgetBytes === undefined
        ? t('status.memory-plan', { peak })
        : t('status.memory-plan-of', { peak, budget: format.bytes(budgetBytes) }),
    );
    if (recomputedLayers > 0) details.push(tn('status.recomputed', recomputedLayers));
  }
  return details;
}

export function statusText(run: RunState, download: DownloadSummary | null, i18n: Translator): StatusText {
  const { t, format } = i18n;
  switch (run.status) {
    case 'idle':
      return { headline: t('status.idle', { size: format.bytes(ENGINE_BYTES) }), details: [] };
    case 'starting':
    case 'failed':
      return { headline: t(`status.${run.status}`), details: [] };
    case 'cancelled':
      return { headline: t(hasData(run) ? 'status.cancelled' : 'status.cancelled-empty'), details: [] };
    case 'done':
      return {
        headline: t('status.done', { time: format.duration(run.result?.cost.totalSeconds ?? 0) }),
        details:
          run.memory && run.result?.backend === 'webgpu'
            ? [
                run.memory.after === 0
                  ? t('status.memory-freed')
                  : t('status.memory', { after: format.bytes(run.memory.after) }),
              ]
            : [],
      };
    case 'running':
      return {
        headline: t(run.phase ? `status.phase.${run.phase.phase}` : 'status.starting'),
        details: phaseDetails(run, download, i18n),
      };
    default:
      return { headline: t(`status.${run.status}`), details: phaseDetails(run, download, i18n) };
  }
}

/** Share of the present phase in [0, 1]; null while nothing runs or its length is unknown. */
export function progressOf(run: RunState, download: DownloadSummary | null): number | null {
  if (!['running', 'pausing', 'paused', 'resuming', 'cancelling'].includes(run.status)) return null;
  if (!run.phase) return null;
  if (run.phase.phase === 'loading' && download?.total) return Math.min(1, download.loaded / download.total);
  return run.phase.total > 0 ? Math.min(1, run.phase.done / run.phase.total) : 0;
}
