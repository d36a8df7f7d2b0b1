/** `npm run lab -- <command> …`: the laboratory without its page. The commands are in e2e/lab. */

import { runCommand } from './command.mjs';

await runCommand('lab');
