/** The folder of exported test models beside the repository, where there is one. For tests in Node. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const fixturesFolder = fileURLToPath(new URL('../../../../../shared/fixtures', import.meta.url));
export const haveFixtures = existsSync(fixturesFolder);

function foldersWith(folder: string, file: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/${file}`));
}

/** Names of the sound fixtures; [] without the folder. */
export const fixtureNames = foldersWith(fixturesFolder, 'case.json');
/** Names of the broken ones, below `broken/`. */
export const brokenNames = foldersWith(`${fixturesFolder}/broken`, 'expect.json');

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${fixturesFolder}/${path}`, 'utf8'));
}
