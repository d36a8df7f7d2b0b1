import { afterEach, describe, expect, it, vi } from 'vitest';
import { main } from './main.ts';

afterEach(() => vi.restoreAllMocks());

/** Exit code and what went to stderr. */
async function call(args: readonly string[]) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = await main(args, '/');
  return { code, text: written.mock.calls.map(([text]) => text).join('') };
}

describe('the bench command', () => {
  it('says in one sentence that a model is missing', async () => {
    expect(await call(['--model', 'not-there'])).toEqual({
      code: 1,
      text: 'There is no model.onnx or onnx/model.onnx in /not-there.\n',
    });
  });

  it('points to its help after a wrong call', async () => {
    const { code, text } = await call(['--fast']);
    expect(code).toBe(2);
    expect(text).toContain('npm run bench -- --help');
  });
});
