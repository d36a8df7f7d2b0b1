import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VERSIONS } from './versions.ts';

it('are those of the packages', () => {
  const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { 'soft-prompt-lab': lab, ...libraries } = VERSIONS;
  expect(lab).toBe(version);
  for (const [name, used] of Object.entries(libraries)) expect(dependencies[name]).toBe(used);
});
