import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dependenciesAreInstalled } from './setup.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'soft-prompt-lab-setup-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function lock(packages: Record<string, object>) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
}

function install(packages: Record<string, object>) {
  for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true });
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

const a = { 'node_modules/a': { version: '1.0.0' } };

it('sees a bare clone, a full install and an outdated one', () => {
  lock(a);
  expect(dependenciesAreInstalled(root)).toBe(false);
  install(a);
  expect(dependenciesAreInstalled(root)).toBe(true);
  lock({ 'node_modules/a': { version: '1.0.1' } });
  expect(dependenciesAreInstalled(root)).toBe(false);
  lock({ ...a, 'node_modules/b': { version: '1.0.0' } });
  expect(dependenciesAreInstalled(root)).toBe(false);
});

it('does not ask for packages of other systems, and notices a removed folder', () => {
  lock({ ...a, 'node_modules/b-darwin': { version: '1.0.0', optional: true } });
  install(a);
  expect(dependenciesAreInstalled(root)).toBe(true);
  rmSync(join(root, 'node_modules', 'a'), { recursive: true });
  expect(dependenciesAreInstalled(root)).toBe(false);
});
