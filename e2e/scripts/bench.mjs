/** `npm run bench -- …`: this engine against others on one adapter. The bench itself is in e2e/bench. */

import { runCommand } from './command.mjs';

await runCommand('bench');
