/** YAML files: promptfoo's configuration and lists of tests, lines of rows, faults, and what would fill the memory. */

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readData } from './read-data.ts';

const read = async (text: string, name = 'promptfooconfig.yaml') =>
  (await readData(name, new Blob([text]))).recognised;

const CONFIG = `# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
description: Capitals
prompts:
  - 'Answer shortly. What is the capital of {{country}}?'
  - file://other.txt
providers: [openai:gpt-5-mini]
defaultTest:
  vars: { continent: Europe }
  assert:
    - type: latency
      threshold: 1000
tests:
  - description: first
    vars:
      country: France
    assert:
      - type: icontains
        value: paris
  - vars:
      country: Italy
    assert: &judged
      - type: llm-rubric
        value: names the capital
  - vars: { country: Spain }
    assert:
      - { type: equals, value: Madrid }
      - { type: not-contains, value: Lisbon }
`;

describe('YAML', () => {
  it('reads a promptfoo configuration: prompts filled, lines known, reasons named', async () => {
    const file = await read(CONFIG);
    expect(file).toMatchObject({ kind: 'promptfoo', task: 'open', rowCount: 3 });
    expect(file.items.map(({ question, answer }) => [question, answer])).toEqual([
      ['Answer shortly. What is the capital of France?', '#### paris'],
      ['Answer shortly. What is the capital of Spain?', '#### Madrid'],
    ]);
    expect(file.items[1]!.competitors).toEqual(['Lisbon']);
    expect(file.rejected).toEqual([
      {
        file: 'promptfooconfig.yaml',
        line: 19,
        code: 'import.assertion-refused',
        params: { type: 'llm-rubric' },
      },
    ]);
  });

  it('reads a list of tests, gzipped too', async () => {
    const list = '- vars: {question: "2+2?"}\n  assert:\n    - {type: equals, value: 4}\n';
    expect((await read(list, 'tests.yml')).items[0]).toMatchObject({ question: '2+2?', accepted: ['4'] });
    const packed = await readData('tests.yaml.gz', new Blob([new Uint8Array(gzipSync(list))]));
    expect(packed.recognised.items).toHaveLength(1);
  });

  it('reads rows of any shape, several documents, and merged keys', async () => {
    const file = await read(
      'base: &b {answer: x}\ndata:\n - {question: q1, answer: a1}\n - {<<: *b, question: q2}\n',
      'a.yaml',
    );
    expect(file.items.map(({ accepted }) => accepted)).toEqual([['a1'], ['x']]);
    expect(
      (await read('question: q1\nanswer: a1\n---\nquestion: q2\nanswer: a2\n', 'a.yaml')).items,
    ).toHaveLength(2);
  });

  /** What promptfoo compares an output with: String() of what js-yaml 5 reads, but for dates and long whole numbers. */
  it.each([
    ['1.0', '1'],
    ['007', '7'],
    ['+1', '1'],
    ['-.5', '-0.5'],
    ['1e3', '1000'],
    ['1e20', '100000000000000000000'],
    ['0x1F', '31'],
    ['0o14', '12'],
    ['"1.0"', '1.0'],
    ["'007'", '007'],
    ['!!str 1.0', '1.0'],
    ['1_000', '1_000'],
    ['0b11', '0b11'],
    ['1:30', '1:30'],
    ['yes', 'yes'],
    ['no', 'no'],
    ['on', 'on'],
    ['off', 'off'],
    ['2024-01-02', '2024-01-02'],
    ['2001-12-14t21:59:43.10-05:00', '2001-12-14t21:59:43.10-05:00'],
    ['12345678901234567890', '12345678901234567890'],
    ['-12345678901234567890', '-12345678901234567890'],
    ['0xFFFFFFFFFFFFFFFFF', '0xFFFFFFFFFFFFFFFFF'],
  ])('%s is the answer %j', async (written, answer) => {
    const file = await read(`- {question: q, answer: ${written}}\n`, 'a.yaml');
    expect(file.items.map(({ accepted }) => accepted[0])).toEqual([answer]);
    const config = `prompts: ['{{q}}']\ntests:\n- vars: {q: x}\n  assert: [{type: equals, value: ${written}}]\n`;
    expect((await read(config)).items.map(({ accepted }) => accepted[0])).toEqual([answer]);
  });

  it.each([
    ['a: [1, 2', 'import.yaml-broken'],
    ['- a\n b: c', 'import.yaml-broken'],
    ['a: 1\na: 2', 'import.yaml-broken'],
    ['', 'import.empty-file'],
    ['# nothing\n', 'import.empty-file'],
    ['<!DOCTYPE html><html></html>', 'import.html-page'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:0', 'import.git-lfs-pointer'],
    ['just text', 'import.not-an-object'],
    ['a: *b', 'import.yaml-broken'],
    ['prompts: [x]\ntests: file://tests.csv', 'import.other-file'],
    ['prompts: [x]\ntests:\n  - file://a.yaml', 'import.other-file'],
  ])('%j: %s', async (text, code) => {
    const file = await read(text);
    expect(file.items).toEqual([]);
    expect(file.rejected.map((row) => row.code)).toEqual([code]);
  });

  it.each([
    '['.repeat(100_000),
    '['.repeat(1500) + ']'.repeat(1500),
    `${'- '.repeat(201)}a`,
    `${'{a: '.repeat(201)}`,
  ])('refuses what is nested deeper than any data: %.12s', async (text) => {
    const { rejected } = await read(text);
    expect(rejected).toMatchObject([{ code: 'import.yaml-too-deep', params: { limit: 200 } }]);
  });

  it('reads what is nested as deep as data may be', async () => {
    const { rejected } = await read(`${'- '.repeat(200)}a`);
    expect(rejected.map((row) => row.code)).not.toContain('import.yaml-too-deep');
  });

  it('reads no further where a file is too large', async () => {
    const blob = new Blob(Array.from({ length: 64 }, () => 'x: y\n'.repeat(200_000)));
    const loaded: number[] = [];
    const onProgress = (progress: { readonly loaded: number }) => void loaded.push(progress.loaded);
    await expect(readData('large.yaml', blob, { onProgress })).rejects.toMatchObject({
      code: 'import.yaml-too-large',
    });
    expect(Math.max(...loaded)).toBeLessThan(blob.size / 2);
  });

  it('names the place of a fault', async () => {
    const { rejected } = await read('- question: a\n  answer: "b\n', 'a.yaml');
    expect(rejected[0]).toMatchObject({ line: 3, code: 'import.yaml-broken' });
  });

  it.each([
    ['an own field counts, wherever it stands', '{answer: z, <<: *a}', 'z'],
    ['an own field counts, wherever it stands', '{<<: *a, answer: z}', 'z'],
    ['of two sources the first counts', '{<<: [*a, *b]}', 'x'],
    ['of two merge keys the first counts', '{<<: *b, <<: *a}', 'y'],
    ['an object may stand there itself', '{<<: {answer: w}}', 'w'],
    ['a merged object may be merged again', '{<<: *c}', 'x'],
    ['a key in quotation marks is a name', '{"<<": *b, answer: v}', 'v'],
  ])('merges: %s: %s', async (_, row, answer) => {
    const source = `x:\n- &a {answer: x}\n- &b {answer: y}\n- &c {<<: *a}\n`;
    const file = await read(`${source}data:\n- ${row.replace('{', '{question: q, ')}\n`, 'a.yaml');
    expect(file.items.map(({ accepted }) => accepted)).toEqual([[answer]]);
  });

  it('shares what rows merge instead of copying it', async () => {
    const long = Array.from({ length: 500 }, (_, i) => `k${i}: v`).join(', ');
    const rows = Array.from({ length: 2000 }, (_, i) => `  - {<<: *a, question: q${i}, answer: x}`);
    const { samples, recognised } = await readData(
      'a.yaml',
      new Blob([`base: &a {deep: {${long}}}\ndata:\n${rows.join('\n')}\n`]),
    );
    expect(recognised.items).toHaveLength(2000);
    expect(samples[1]!.deep).toBe(samples[0]!.deep);
  });

  it.each([
    ['a: &a {b: *a}', 2, 'the alias *a stands inside what it stands for'],
    ['x: 1\na: *b', 2, 'the alias *b stands without an anchor above it'],
    ['x: 1\ny: {a: 2, a: 3}', 2, 'the key a stands here a second time'],
    ['x: 1\na: {<<: 3}', 2, 'a merge key (<<) takes objects only'],
    ['x: 1\na: &l [1]\nb: {<<: *l}', 3, 'a merge key (<<) takes objects only'],
    [
      'x: 1\nvars: {{name}}',
      2,
      'a key that is a list or an object; put quotation marks around a text that begins with { or [',
    ],
  ])('%j: line %i: %s', async (text, line, reason) => {
    const { rejected } = await read(text, 'a.yaml');
    const place = { line: text.startsWith('a: &a') ? 1 : line, code: 'import.yaml-broken' };
    expect(rejected).toMatchObject([{ ...place, params: { reason } }]);
  });

  it('knows the lines of a list that stands elsewhere', async () => {
    const file = await read('x: &rows\n- {question: q, answer: a}\n- {question: r}\ndata: *rows\n', 'a.yaml');
    expect(file.items.map(({ id }) => id)).toEqual(['a.yaml:2']);
    expect(file.rejected.map(({ line }) => line)).toEqual([3]);
  });

  it('takes an alias for the last anchor of its name above it', async () => {
    const text = 'x: [&a one, &a two]\ndata:\n- {question: q, answer: *a}\n- {question: &a r, answer: *a}\n';
    expect((await read(text, 'a.yaml')).items.map(({ accepted }) => accepted)).toEqual([['two'], ['r']]);
  });

  it('refuses aliases that multiply, and files too large for it', async () => {
    const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]`);
    const merges = Array.from(
      { length: 9 },
      (_, i) => `l${i + 1}: &l${i + 1} {k: {<<: [${`*l${i},`.repeat(9)}]}}`,
    );
    const wide = `l0: &l0 {${Array.from({ length: 3000 }, (_, i) => `k${i}: 1`).join(', ')}}`;
    const rows = Array.from({ length: 1000 }, () => '- {<<: *l0}').join('\n');
    const bombs = [
      `l0: &l0 [x]\n${levels.join('\n')}\n`,
      `l0: &l0 {x: 1}\n${merges.join('\n')}\n`,
      `${wide}\nl1: {<<: [${'*l0,'.repeat(1000)}]}\n`,
      `${wide}\ndata:\n${rows}\n`,
    ];
    for (const bomb of bombs) {
      await expect(read(bomb, 'bomb.yaml'), bomb.slice(0, 20)).rejects.toMatchObject({
        code: 'import.yaml-aliases',
        params: { name: 'bomb.yaml' },
      });
    }
    await expect(read(`a: ${'x'.repeat(4_000_001)}`, 'large.yaml')).rejects.toMatchObject({
      code: 'import.yaml-too-large',
      params: { name: 'large.yaml', limit: 4 },
    });
  });

  it('takes an anchor that many tests use', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `  - {vars: {question: q${i}}, assert: *a}`).join(
      '\n',
    );
    const file = await read(
      `x: &a [{type: equals, value: yes}]\nprompts: ['{{question}}']\ntests:\n${many}\n`,
    );
    expect(file.items).toHaveLength(300);
    expect(file.items[7]).toMatchObject({ question: 'q7', accepted: ['yes'] });
  });
});
