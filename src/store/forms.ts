/** The required forms a run can ask for, as they start when they are chosen, and which task has which. */

import type { RequiredForm, Task } from '../eval/types.ts';

export const NEW_FORMS = {
  hash: { kind: 'hash' },
  boxed: { kind: 'boxed' },
  phrase: { kind: 'phrase', maxWords: 5 },
  letter: { kind: 'letter' },
  json: { kind: 'json', key: 'answer' },
  regex: { kind: 'regex', pattern: '^Answer: (.+)$', template: 'Answer: {answer}' },
} as const satisfies { [K in RequiredForm['kind']]: Extract<RequiredForm, { kind: K }> };

/** Listed options are answered as they are listed, or by their letter. */
export const FORM_KINDS: Readonly<Record<Task, readonly RequiredForm['kind'][]>> = {
  open: Object.keys(NEW_FORMS) as RequiredForm['kind'][],
  closed: ['letter'],
};
