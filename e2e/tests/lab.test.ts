import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { resultFromJson } from '../../src/share/json-file.ts';
import { decodeResult } from '../../src/share/permalink.ts';
import { ROOT } from '../scripts/setup.mjs';

const FIXTURES = join(dirname(ROOT), 'shared/fixtures');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function lab(...args: string[]): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(ROOT, 'e2e/scripts/lab.mjs'), ...args], {
      cwd: folder,
      env: { ...process.env, CHROMIUM_PATH: inject('chromiumPath') },
    });
    const text = { out: '', err: '' };
    child.stdout.on('data', (data) => {
      text.out += data;
    });
    child.stderr.on('data', (data) => {
      text.err += data;
    });
    child.on('close', (code) => done({ code, ...text }));
  });
}

describe('npm run lab', () => {
  it('explains itself, and refuses wrong calls with a sentence and code 2', async () => {
    expect(await lab('help')).toMatchObject({ code: 0, out: expect.stringContaining('check-tuning') });
    const wrong: [string[], string][] = [
      [['nonsense'], 'no command "nonsense"'],
      [['run', '--steps', 'many'], '--steps'],
      [['run', '--placebo', 'sugar'], '--placebo'],
      [['run', '--model', 'no such model'], 'no such model'],
      [['run', '--train', 'missing.jsonl'], 'missing.jsonl'],
      [['check-data'], 'benchmark files'],
      [['check-model', 'missing'], 'missing'],
      [['check-tuning', 'missing.json', '--model', 'micro/m1-base'], 'missing.json'],
    ];
    const ended = await Promise.all(wrong.map(([args]) => lab(...args)));
    for (const [i, [args, text]] of wrong.entries()) {
      expect(ended[i], args.join(' ')).toMatchObject({ code: 2, err: expect.stringContaining(text) });
    }
  });

  it('check-data says what a file is and which rows are left out', async () => {
    const rows = ['{"question": "2 + 2?", "answer": "Two and two. #### 4"}', 'no JSON', '{"question": "1?"}'];
    writeFileSync(join(folder, 'sums.jsonl'), rows.join('\n'));
    writeFileSync(join(folder, 'empty.jsonl'), '');
    const options = '{"question": "2 + 2?", "choices": ["3", "4"], "answer": 1}';
    writeFileSync(join(folder, 'choices_test.jsonl'), options);
    const [{ code, out }, empty, mixed] = await Promise.all([
      lab('check-data', 'sums.jsonl'),
      lab('check-data', 'empty.jsonl'),
      lab('check-data', 'sums.jsonl', 'choices_test.jsonl'),
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/rows +3: 1 used, 2 left out/);
    expect(out).toMatch(/kind +gsm8k, open task/);
    expect(out).toMatch(/line 2: .*JSON/);
    expect(out).toMatch(/line 3: /);
    expect(empty.code).toBe(1);
    expect(mixed.out).toContain('Use files of one task.');
    expect(mixed.code).toBe(1);
  });

  it('run prints the table and the link and writes the same result as JSON', async () => {
    const args = [
      'run',
      '--steps',
      '2',
      '--batch',
      '2',
      '--items',
      '3',
      '--eval-steps',
      '2',
      '--placebo',
      'wrong',
      '--export',
      'exports',
      '--json',
      'out.json',
    ];
    const { code, out, err } = await lab(...args);
    expect(code, err).toBe(0);
    expect(out).toMatch(/^condition +exact match +knowledge +format +n$/m);
    expect(out).toMatch(/^soft prompt, step 2 .* 3$/m);
    const [, length, link] = /^Link \((\d+) characters\): (\S+)$/m.exec(out)!;
    expect(new URL(link!).hash).toHaveLength(Number(length));
    const shared = await decodeResult(new URL(link!).hash);
    const file = resultFromJson(readFileSync(join(folder, 'out.json'), 'utf8'));
    expect(file.command).toBe(`npm run lab -- ${args.join(' ')}`);
    expect(file.result.softPrompt).toHaveLength(10 * 128);
    expect(shared.result.config).toEqual(file.result.config);
    expect(shared.result.hashes).toEqual(file.result.hashes);
    expect(out).toMatch(/^placebo, shuffled answers, step 2 .* 3$/m);
    expect(file.result.controls?.map(({ control }) => control)).toEqual(['wrong']);
    expect(readdirSync(join(folder, 'exports')).sort()).toEqual([
      'curves.csv',
      'results.json',
      'samples_few-shot.jsonl',
      'samples_soft-prompt.jsonl',
      'samples_zero-shot.jsonl',
      'table.md',
    ]);
    expect(shared.result.points.map(({ metrics }) => metrics)).toEqual(
      file.result.points.map(({ metrics }) => metrics),
    );
  });

  it('run takes the labels and the prompts that stand beside its files', async () => {
    const short = ['--conditions', 'zero-shot', '--items', '2', '--json', 'own.json'];
    const data = () => resultFromJson(readFileSync(join(folder, 'own.json'), 'utf8')).result;
    const row = (n: number) => JSON.stringify({ goal: `To do ${n}:`, sol1: `a${n}`, sol2: `b${n}` });
    writeFileSync(join(folder, 'piqa.jsonl'), Array.from({ length: 8 }, (_, i) => row(i)).join('\n'));
    writeFileSync(join(folder, 'piqa-labels.lst'), '0\n1\n'.repeat(4));
    const labelled = await lab('run', '--train', 'piqa.jsonl', ...short);
    expect(labelled.code, labelled.err).toBe(0);
    expect(labelled.err).toContain('Labels of piqa.jsonl: piqa-labels.lst');
    const { train, test, rejectedRows } = data().counts;
    expect([train + test, rejectedRows]).toEqual([8, 0]);

    const tests = Array.from({ length: 8 }, (_, i) => ({
      vars: { q: `${i}` },
      assert: [{ type: 'equals', value: `${i}` }],
    }));
    const config = { prompts: ['{{q}}', 'file://prompt.txt'], tests };
    writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'prompt.txt'), 'Say {{q}}');
    const prompted = await lab('run', '--train', 'promptfooconfig.json', '--prompt', '2', ...short);
    expect(prompted.code, prompted.err).toBe(0);
    expect(data().config.data?.mapping).toMatchObject({ kind: 'promptfoo', promptIndex: 1 });
    expect(data().hashes.train).toMatch(/^[0-9a-f]{64}\+[0-9a-f]{64}$/);
    const none = await lab('run', '--train', 'piqa.jsonl', '--prompt', '1', ...short);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('no prompts to choose from') });
  });

  it('run fails with a sentence and code 1 where the model is none', async () => {
    writeFileSync(join(folder, 'config.json'), '{}');
    const { code, err } = await lab('run', '--model', '.');
    expect(code).toBe(1);
    expect(err).toContain('ONNX');
  });

  describe.runIf(existsSync(FIXTURES))('with the recorded models', () => {
    it('check-model compares, reports broken files, skips the rest, and counts', async () => {
      const names = ['ts18-llama', 'ts13-gpt2', 'broken/gguf', 'broken/unsorted-nodes'];
      const paths = names.map((name) => join(FIXTURES, name));
      const { code, out } = await lab('check-model', ...paths, folder);
      expect(out).toMatch(/^pass ts18-llama: .*prefill .*decode .*gradient .*losses /m);
      expect(out).toMatch(/^pass gguf: .*GGUF/m);
      expect(out).toMatch(/^skip .*neither case\.json nor expect\.json/m);
      expect(out.trimEnd().split('\n').at(-1)).toBe('4 passed, 0 failed');
      expect(code).toBe(0);
    });
  });
});
