import { describe, expect, it } from 'vitest';
import { UsageError } from '../lab/usage.ts';
import { PARTS, readOptions } from './options.ts';

describe('bench options', () => {
  it('measure everything, with peers, by default', () => {
    expect(readOptions([], '/here')).toEqual({
      model: undefined,
      peers: true,
      rounds: 3,
      parts: PARTS,
      node: false,
      json: undefined,
      markdown: undefined,
    });
  });

  it('take paths from where the command was typed, and parts in their own order', () => {
    const options = readOptions(
      ['--model', 'm', '--json', '-', '--only', 'decode, gemm', '--no-peers'],
      '/here',
    );
    expect(options).toMatchObject({ model: '/here/m', json: '-', parts: ['gemm', 'decode'], peers: false });
  });

  it('run without peers in Node', () => {
    expect(readOptions(['--node', '--peers'], '/here').peers).toBe(false);
  });

  it('refuse what they do not know', () => {
    expect(() => readOptions(['--only', 'speed'], '/')).toThrow(UsageError);
    expect(() => readOptions(['--rounds', '0'], '/')).toThrow(UsageError);
    expect(() => readOptions(['--fast'], '/')).toThrow();
  });
});
