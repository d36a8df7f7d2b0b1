import { describe, expect, it } from 'vitest';
import type { DownloadProgress } from '../worker/protocol.ts';
import { type DownloadState, emptyDownload, recordDownload, summariseDownload } from './download.ts';

const progress = (patch: Partial<DownloadProgress>): DownloadProgress => ({
  file: 'model.onnx',
  loaded: 0,
  total: 1000,
  fileIndex: 0,
  fileCount: 1,
  fromCache: false,
  ...patch,
});
const play = (...events: [number, Partial<DownloadProgress>][]): DownloadState =>
  events.reduce((state, [at, patch]) => recordDownload(state, progress(patch), at), emptyDownload);

describe('download', () => {
  it('has nothing to say before the first file', () => {
    expect(summariseDownload(emptyDownload)).toBeNull();
  });

  it('measures speed and time left from the bytes of a second', () => {
    const summary = summariseDownload(play([0, { loaded: 0 }], [1000, { loaded: 250 }]));
    expect(summary).toMatchObject({ loaded: 250, total: 1000, bytesPerSecond: 250, secondsLeft: 3 });
  });

  it('smooths the speed instead of jumping with it', () => {
    const state = play([0, {}], [1000, { loaded: 100 }], [2000, { loaded: 600 }]);
    expect(state.bytesPerSecond).toBeGreaterThan(100);
    expect(state.bytesPerSecond).toBeLessThan(500);
  });

  it('names no total while a file is unknown', () => {
    const one = play([0, { fileCount: 2, loaded: 10 }]);
    expect(summariseDownload(one)).toMatchObject({ total: undefined, fileIndex: 1, fileCount: 2 });
    const both = recordDownload(one, progress({ file: 'b', fileIndex: 1, fileCount: 2, total: 500 }), 1);
    expect(summariseDownload(both)?.total).toBe(1500);
  });

  it('does not count cached files as network speed', () => {
    const state = play([0, { fromCache: true, loaded: 1000 }], [5000, { fromCache: true, loaded: 1000 }]);
    expect(summariseDownload(state)).toMatchObject({ bytesPerSecond: null, fromCache: true });
  });
});
