/**
 * The rules that hold the rooms apart, checked on the sources: who may import whom, what stays out of which room.
 *
 * Imports point down: app -> features -> store, ui -> worker/client; worker/host -> lab -> engine/model, eval; inside
 * the engine model -> plan -> graph -> ops -> gpu, with onnx and lib below. A type vanishes when compiled and may
 * also come from a contract beside or above (`types`).
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));
const MAX_LINES = 400;

interface Rule {
  /** Rooms whose values a room may use; its own are always allowed. */
  readonly values: readonly string[];
  /** Rooms it may take types from beside those. */
  readonly types?: readonly string[];
}

const CONTRACTS = ['engine/model', 'eval', 'lab', 'lab/types', 'worker/protocol'];
const PAGE = ['store', 'ui', 'i18n', 'share', 'lib', 'lab/types'];

/** Rooms by path; `lab/types` is lab's contract with its defaults, which the page uses without the lab. */
const RULES: Readonly<Record<string, Rule>> = {
  main: { values: ['app', ...PAGE] },
  app: { values: ['features', ...PAGE], types: CONTRACTS },
  features: { values: PAGE, types: [...CONTRACTS, 'storage'] },
  ui: { values: ['i18n', 'lib'], types: CONTRACTS },
  store: { values: ['worker/client', 'share', 'storage', 'lab/types', 'lib'], types: [...CONTRACTS, 'i18n'] },
  i18n: { values: ['lib'], types: CONTRACTS },
  share: { values: ['eval', 'lib'], types: CONTRACTS },
  storage: { values: ['lib'], types: CONTRACTS },
  'worker/protocol': { values: [], types: [...CONTRACTS, 'lib'] },
  'worker/client': { values: ['lib'], types: CONTRACTS },
  'worker/automation': { values: ['worker/client', 'store', 'share', 'lab/types', 'lib'], types: CONTRACTS },
  'worker/host': {
    values: [
      'lab',
      'lab/types',
      'hub',
      'eval',
      'storage',
      'engine/model',
      'engine/gpu',
      'engine/tuning',
      'lib',
    ],
    types: [...CONTRACTS, 'engine/onnx', 'engine/plan'],
  },
  lab: { values: ['engine/model', 'engine/tuning', 'eval', 'lib', 'lab/types'], types: CONTRACTS },
  'lab/types': { values: [], types: [...CONTRACTS, 'lib'] },
  hub: { values: ['eval', 'engine/onnx', 'lib'], types: [...CONTRACTS, 'engine/graph'] },
  eval: { values: ['lib'] },
  'engine/tuning': { values: ['lib'], types: ['engine/model'] },
  'engine/model': {
    values: ['engine/plan', 'engine/graph', 'engine/ops', 'engine/gpu', 'engine/onnx', 'lib'],
  },
  'engine/plan': { values: ['engine/graph', 'engine/ops', 'engine/gpu', 'engine/onnx', 'lib'] },
  'engine/graph': { values: ['engine/ops', 'engine/onnx', 'lib'] },
  'engine/ops': { values: ['engine/gpu', 'engine/onnx', 'lib'], types: ['engine/graph'] },
  'engine/gpu': { values: ['lib'], types: ['engine/ops'] },
  'engine/onnx': { values: ['lib'] },
  lib: { values: [] },
};

/** Rooms reached only by `import()`, so that the first paint does without them. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  store: ['eval', 'hub'],
  main: ['worker/automation'],
  app: ['worker/automation', 'i18n'],
  i18n: [],
};

interface Import {
  readonly target: string;
  readonly kind: 'value' | 'type' | 'dynamic';
}

interface Source {
  /** Path below src, with slashes. */
  readonly path: string;
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function importsOf(path: string, code: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, kind: Import['kind']): void => {
    if (!specifier.startsWith('.')) return;
    const target = relative(SRC, resolve(SRC, dirname(path), specifier.split('?', 1)[0]!));
    found.push({ target: target.split(sep).join('/'), kind });
  };
  for (const match of code.matchAll(/^(?:import|export)\s+(type\s)?([^;'"]*?)\bfrom\s+'([^']+)'/gm)) {
    const names = /\{([^}]*)\}/.exec(match[2]!)?.[1];
    const inlineTypes =
      names !== undefined &&
      !/\w\s*,?\s*\{/.test(match[2]!) &&
      names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
    add(match[3]!, match[1] || inlineTypes ? 'type' : 'value');
  }
  for (const match of code.matchAll(/^import\s+'([^']+)'/gm)) add(match[1]!, 'value');
  for (const match of code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) add(match[1]!, 'dynamic');
  return found;
}

const sources: readonly Source[] = filesBelow(SRC)
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => {
    const name = relative(SRC, path).split(sep).join('/');
    const text = readFileSync(path, 'utf8');
    const code = withoutComments(text);
    return { path: name, text, code, imports: importsOf(name, code) };
  });

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /(^|\/)(testing|reference)\//.test(path);
const product = sources.filter(({ path }) => !isTest(path));

/** The room a file belongs to; everything of the worker that is not the page's side of it is the host's. */
function roomOf(path: string): string {
  const [first = '', second = ''] = path.replace(/\.tsx?$/, '').split('/');
  if (first === 'engine') return `engine/${second}`;
  if (first === 'worker') {
    const side = /^(client|protocol|automation)(?=$|-)/.exec(second)?.[0];
    return side ? `worker/${side}` : 'worker/host';
  }
  return path === 'lab/types.ts' ? 'lab/types' : first;
}

/** "from -> to" for every import of product code that `forbidden` holds for. */
function offences(forbidden: (from: Source, link: Import) => boolean): string[] {
  return product.flatMap((from) =>
    from.imports.filter((link) => forbidden(from, link)).map(({ target }) => `${from.path} -> ${target}`),
  );
}

const inRoom = (room: string) => product.filter(({ path }) => path.startsWith(`${room}/`));
const matching = (files: readonly Source[], pattern: RegExp) =>
  files.filter(({ code }) => pattern.test(code)).map(({ path }) => path);

describe('imports', () => {
  it('are found', () => {
    expect(product.length).toBeGreaterThan(20);
    expect(product.flatMap(({ imports }) => imports).length).toBeGreaterThan(50);
    const parsed = importsOf(
      'a/b.ts',
      "import type { A } from '../c/d.ts';\nimport { type B } from './e.ts';\nimport f, { type G } from './f.ts';\n" +
        "import './g.css';\nexport * from '../h.ts';\nconst i = import('./i.ts');\nimport x from 'react';\n",
    );
    expect(parsed).toEqual([
      { target: 'c/d.ts', kind: 'type' },
      { target: 'a/e.ts', kind: 'type' },
      { target: 'a/f.ts', kind: 'value' },
      { target: 'h.ts', kind: 'value' },
      { target: 'a/g.css', kind: 'value' },
      { target: 'a/i.ts', kind: 'dynamic' },
    ]);
  });

  it('come from known rooms and point down', () => {
    const unknown = product.filter(({ path }) => RULES[roomOf(path)] === undefined).map(({ path }) => path);
    expect(unknown).toEqual([]);
    const upward = offences((from, { target, kind }) => {
      const [own, other] = [roomOf(from.path), roomOf(target)];
      const rule = RULES[own]!;
      const allowed = [own, ...rule.values];
      if (kind === 'type') allowed.push(...(rule.types ?? []));
      if (kind === 'dynamic') allowed.push(...(LATER[own] ?? []));
      return !allowed.includes(other);
    });
    expect(upward).toEqual([]);
  });

  it('do not cross from one feature to another', () => {
    const feature = (path: string) => path.split('/')[1];
    expect(
      offences(
        ({ path }, { target }) =>
          path.startsWith('features/') && target.startsWith('features/') && feature(path) !== feature(target),
      ),
    ).toEqual([]);
  });

  it('do not bring tests, test helpers or the float64 reference into the product', () => {
    expect(offences((_from, { target }) => isTest(target))).toEqual([]);
  });

  it('keep engine, lab, hub and worker host out of the main bundle', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const reached = new Set<string>();
    const walk = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const { target, kind } of byPath.get(path)?.imports ?? []) if (kind === 'value') walk(target);
    };
    walk('main.tsx');
    expect(reached.size).toBeGreaterThan(20);
    const heavy = [...reached].filter((path) => /^(engine|hub|lab|worker\/host)/.test(roomOf(path)));
    expect(heavy.filter((path) => path !== 'lab/types.ts')).toEqual([]);
  });
});

describe('rooms', () => {
  it('the engine knows no page and no network', () => {
    const pattern =
      /\bfetch\(|\bdocument\.|\bwindow\.(add|doc|loc|nav)|\blocalStorage\b|\bXMLHttpRequest\b|from 'react/;
    expect(matching(inRoom('engine'), pattern)).toEqual([]);
  });

  it('evaluation is synchronous', () => {
    expect(matching(inRoom('eval'), /\basync\b|\bawait\b|\bPromise\b|\bsetTimeout\b/)).toEqual([]);
  });

  it('parts of the interface know no store', () => {
    expect(matching(inRoom('ui'), /from 'zustand/)).toEqual([]);
  });

  it('only share reads the address of the page', () => {
    const others = product.filter(({ path }) => path !== 'share/location.ts');
    const pattern =
      /\blocation\.(hash|href)\b|\bhashchange\b|\b(window|document|self|globalThis)\.location\b(?!\.reload)/;
    expect(matching(others, pattern)).toEqual([]);
  });
});

describe('files', () => {
  it(`have at most ${MAX_LINES} lines`, () => {
    const long = sources
      .filter(({ text }) => text.split('\n').length - 1 > MAX_LINES)
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it('begin with a comment that says what they are for', () => {
    const bare = product.filter(({ text }) => !/^(\/\/\/ <reference[^\n]*\n)*\/\*\*/.test(text));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it('leave no test out', () => {
    const pattern = /\b(?:it|test|describe)\.(?:only|skip|todo)\b/;
    const own = 'architecture.test.ts';
    expect(matching(sources, pattern).filter((path) => path !== own)).toEqual([]);
  });

  it('lie in the agreed places', () => {
    const root = dirname(SRC);
    const agreed = new Set([
      'LICENSE',
      'README.md',
      'e2e',
      'index.html',
      'package-lock.json',
      'package.json',
      'public',
      'src',
      'tsconfig.json',
      'vite.config.ts',
    ]);
    const made = new Set(['node_modules', 'dist', 'coverage']);
    const extra = readdirSync(root).filter(
      (name) => !name.startsWith('.') && !name.endsWith('.log') && !agreed.has(name) && !made.has(name),
    );
    expect(extra).toEqual([]);
    expect([...agreed].filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});
