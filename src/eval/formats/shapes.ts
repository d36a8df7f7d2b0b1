/** Every row shape, the more specific before the more general. */

import { arc } from './arc.ts';
import { gsm8k } from './gsm8k.ts';
import { labClosed, labOpen } from './lab-rows.ts';
import { multipleChoice } from './multiple-choice.ts';
import type { RowShape } from './row.ts';

export const SHAPES: readonly RowShape[] = [labClosed, labOpen, gsm8k, arc, multipleChoice];
