/** Progress of a model's files: totals, smoothed speed and time left. Pure; the clock is a parameter. */

import type { DownloadProgress } from '../worker/protocol.ts';

export interface DownloadState {
  readonly files: Readonly<
    Record<
      string,
      { readonly loaded: number; readonly total: number | undefined; readonly fromCache: boolean }
    >
  >;
  /** The file that moved last, 1-based index and count for "file 2 of 5". */
  readonly current: { readonly file: string; readonly index: number; readonly count: number } | null;
  /** Exponentially smoothed; null until two network events are known. */
  readonly bytesPerSecond: number | null;
  readonly lastAt: number | null;
  readonly lastNetworkBytes: number;
}

export const emptyDownload: DownloadState = {
  files: {},
  current: null,
  bytesPerSecond: null,
  lastAt: null,
  lastNetworkBytes: 0,
};

/** Weight of the newest speed sample per second of its length. */
const SPEED_MEMORY_SECONDS = 3;
/** Shorter samples say more about event timing than about the network. */
const MIN_SAMPLE_SECONDS = 0.2;

/** A `fileIndex` counts from 0. */
export function recordDownload(state: DownloadState, progress: DownloadProgress, at: number): DownloadState {
  const { file, loaded, total, fileIndex, fileCount, fromCache } = progress;
  const files = { ...state.files, [file]: { loaded, total, fromCache } };
  const current = { file, index: fileIndex + 1, count: fileCount };
  if (fromCache) return { ...state, files, current };

  const networkBytes = Object.values(files).reduce((sum, f) => sum + (f.fromCache ? 0 : f.loaded), 0);
  if (state.lastAt === null) return { ...state, files, current, lastAt: at, lastNetworkBytes: networkBytes };
  const seconds = (at - state.lastAt) / 1000;
  if (seconds < MIN_SAMPLE_SECONDS) return { ...state, files, current };
  const sample = Math.max(0, networkBytes - state.lastNetworkBytes) / seconds;
  const weight = 1 - Math.exp(-seconds / SPEED_MEMORY_SECONDS);
  const bytesPerSecond =
    state.bytesPerSecond === null ? sample : state.bytesPerSecond + weight * (sample - state.bytesPerSecond);
  return { files, current, bytesPerSecond, lastAt: at, lastNetworkBytes: networkBytes };
}

export interface DownloadSummary {
  readonly loaded: number;
  /** undefined while a file's length is unknown or not all files have been named. */
  readonly total: number | undefined;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  readonly fileIndex: number;
  readonly fileCount: number;
  readonly fromCache: boolean;
}

export function summariseDownload(state: DownloadState): DownloadSummary | null {
  if (!state.current) return null;
  const files = Object.values(state.files);
  const loaded = files.reduce((sum, f) => sum + f.loaded, 0);
  const known = files.length === state.current.count && files.every((f) => f.total !== undefined);
  const total = known ? files.reduce((sum, f) => sum + (f.total ?? 0), 0) : undefined;
  const speed = state.bytesPerSecond;
  return {
    loaded,
    total,
    bytesPerSecond: speed,
    secondsLeft: total !== undefined && speed ? Math.max(0, total - loaded) / speed : null,
    fileIndex: state.current.index,
    fileCount: state.current.count,
    fromCache: files.every((f) => f.fromCache),
  };
}
