import { describe, expect, it } from 'vitest';
import { NEW_FORMS } from './forms.ts';
import { defaultTemplate, templateFault, usablePattern } from './prompts.ts';

describe('templates', () => {
  it('must hold the question, and the options where the task lists them', async () => {
    expect(templateFault('Answer:', 'open')).toBe('needs-question');
    expect(templateFault('{question}', 'closed')).toBe('needs-options');
    expect(templateFault('{question}', 'open')).toBeNull();
    expect(templateFault(await defaultTemplate('de'), 'closed')).toBeNull();
  });
});

describe('patterns of a required form', () => {
  it.each([
    [NEW_FORMS.regex, null],
    [{ kind: 'regex', pattern: '^(.+)$', template: '{answer}' }, null],
    [{ kind: 'regex', pattern: '^Answer: (.+)$', template: '{answer}' }, 'own-output'],
    [{ kind: 'regex', pattern: '^Answer: (.+)$', template: 'Answer: x' }, 'own-output'],
    [{ kind: 'regex', pattern: '((a+)+)', template: '{answer}' }, 'nested-repetition'],
    [{ kind: 'regex', pattern: '(', template: '{answer}' }, 'invalid'],
  ] as const)('%j: %s', async (form, expected) => {
    expect(await usablePattern(form)).toBe(expected);
  });
});
