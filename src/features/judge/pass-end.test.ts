import { describe, expect, it } from 'vitest';
import { passEnd } from './pass-end.ts';

const error = { code: 'judge.unreachable', params: {} };

describe('the end of a pass', () => {
  it('is no success where nothing was answered, whether the server was dead or every prompt too long', () => {
    expect(passEnd({ cancelled: false, count: 4, failed: 4, error })).toBe('no-reply');
    expect(passEnd({ cancelled: false, count: 4, failed: 4, error: null })).toBe('no-reply');
  });

  it('tells a judge that failed midway from one that refused single questions', () => {
    expect(passEnd({ cancelled: false, count: 4, failed: 1, error })).toBe('broken-off');
    expect(passEnd({ cancelled: false, count: 4, failed: 1, error: null })).toBe('partial');
    expect(passEnd({ cancelled: false, count: 4, failed: 0, error: null })).toBe('done');
  });

  it('is the person’s own where it was cancelled', () => {
    expect(passEnd({ cancelled: true, count: 4, failed: 4, error: null })).toBe('cancelled');
  });
});
