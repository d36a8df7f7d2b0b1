/**
 * The required output of an item, made from its gold, and the sentence that asks for it; the inverse of
 * verdicts/open-form.ts.
 */

import type { Language, RequiredForm } from '../types.ts';

export const HASH_MARKER = '####';

export const DEFAULT_FORM: RequiredForm = { kind: 'hash' };

/** `B`, `(B)`, `B.` or `B)`. */
const LETTER = /^\(?([A-Z])[.)]?$/;

/** The letter that a gold is, without brackets or point; undefined where it is none. */
export function letterOf(gold: string): string | undefined {
  return LETTER.exec(gold.trim())?.[1];
}

/** `gold` in the required form; for `letter` a gold that is none stays as it is. */
export function requiredOutput(gold: string, form: RequiredForm = DEFAULT_FORM): string {
  switch (form.kind) {
    case 'hash':
      return `${HASH_MARKER} ${gold}`;
    case 'boxed':
      return `\\boxed{${gold}}`;
    case 'phrase':
      return gold;
    case 'letter':
      return letterOf(gold) ?? gold;
    case 'json':
      return JSON.stringify({ [form.key]: gold });
    case 'regex':
      return form.template.replaceAll('{answer}', () => gold);
  }
}

/** The sentence that states the form to the model. */
export function formSentence(form: RequiredForm = DEFAULT_FORM, language?: Language): string {
  const german = language === 'de';
  switch (form.kind) {
    case 'hash':
      return german
        ? 'Antworte mit #### und der endgültigen Antwort.'
        : 'Answer with #### followed by the final answer.';
    case 'boxed':
      return german ? 'Antworte mit \\boxed{Antwort}.' : 'Answer with \\boxed{answer}.';
    case 'phrase':
      return german
        ? `Antworte nur mit höchstens ${form.maxWords} Wörtern.`
        : `Answer with at most ${form.maxWords} words and nothing else.`;
    case 'letter':
      return german
        ? 'Antworte nur mit dem Buchstaben der richtigen Option.'
        : 'Answer with the letter of the right option and nothing else.';
    case 'json':
      return german
        ? `Antworte mit einem JSON-Objekt {"${form.key}": ...}.`
        : `Answer with a JSON object {"${form.key}": ...}.`;
    case 'regex': {
      const shape = form.template.replaceAll('{answer}', german ? '(Antwort)' : '(answer)');
      return german ? `Antworte in der Form: ${shape}` : `Answer in the form: ${shape}`;
    }
  }
}
