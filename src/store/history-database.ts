/** The page's one connection to the browser's database; its code comes with the first use. */

import type { Database } from '../storage/index.ts';

let database: Promise<Database> | null = null;

export function historyDatabase(): Promise<Database> {
  database ??= import('../storage/index.ts').then(({ createDatabase }) => createDatabase());
  return database;
}
