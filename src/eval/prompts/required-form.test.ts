/** Every required form in words of both languages, and as an output. */

import { describe, expect, it } from 'vitest';
import type { RequiredForm } from '../types.ts';
import { DEFAULT_FORM, formSentence, requiredOutput } from './required-form.ts';

const FORMS: readonly (readonly [RequiredForm, string, string, string])[] = [
  [
    { kind: 'hash' },
    '#### 7',
    'Answer with #### followed by the final answer.',
    'Antworte mit #### und der endgültigen Antwort.',
  ],
  [{ kind: 'boxed' }, '\\boxed{7}', 'Answer with \\boxed{answer}.', 'Antworte mit \\boxed{Antwort}.'],
  [
    { kind: 'phrase', maxWords: 3 },
    '7',
    'Answer with at most 3 words and nothing else.',
    'Antworte nur mit höchstens 3 Wörtern.',
  ],
  [
    { kind: 'letter' },
    '7',
    'Answer with the letter of the right option and nothing else.',
    'Antworte nur mit dem Buchstaben der richtigen Option.',
  ],
  [
    { kind: 'json', key: 'k' },
    '{"k":"7"}',
    'Answer with a JSON object {"k": ...}.',
    'Antworte mit einem JSON-Objekt {"k": ...}.',
  ],
  [
    { kind: 'regex', pattern: '^=> (.+) <=$', template: '=> {answer} <= {answer}' },
    '=> 7 <= 7',
    'Answer in the form: => (answer) <= (answer)',
    'Antworte in der Form: => (Antwort) <= (Antwort)',
  ],
];

describe('required forms', () => {
  it.each(FORMS)('%j', (form, output, english, german) => {
    expect(requiredOutput('7', form)).toBe(output);
    expect(formSentence(form)).toBe(english);
    expect(formSentence(form, 'de')).toBe(german);
  });

  it('are #### unless told otherwise; an answer with $& stays as it is', () => {
    expect(DEFAULT_FORM).toEqual({ kind: 'hash' });
    expect(requiredOutput('7')).toBe('#### 7');
    expect(formSentence()).toBe('Answer with #### followed by the final answer.');
    expect(requiredOutput('$&', { kind: 'regex', pattern: '(.+)', template: '<{answer}>' })).toBe('<$&>');
  });
});
