/** Questions as rows carry them: with a "Question:" label, an "Answer:" cue, a context, or a language told by the file's name. */

import type { Language } from '../types.ts';
import { type RowObject, text, textList } from './row.ts';

/** The question without a leading label ("Question:", "Q:") and a closing cue ("Answer:", "A:"). */
export function bareQuestion(text: string): string {
  return text
    .replace(/^\s*(?:Question|Q|Problem|Frage)\s*:\s*/i, '')
    .replace(/\n[^\S\n]*(?:Answer|A|Solution|Antwort|Lösung)[^\S\n]*:\s*$/i, '')
    .trim();
}

/** German where the file's name has a `de` part (`mgsm_de.tsv`, `xquad.de.json`); else undefined. */
export function languageOfFile(file: string): Language | undefined {
  return /(?:^|[._-])de(?:[._-]|$)/.test(file.replace(/.*[\\/]/, '').replace(/\.[^.]*$/, ''))
    ? 'de'
    : undefined;
}

const CONTEXTS = [
  'context',
  'passage',
  'paragraph',
  'article',
  'document',
  'story',
  'narrative',
  'dialogue',
  'support',
  'text',
];

/**
 * The text that a question is about, under one of the names it has, also as a list of lines. One that holds the question
 * is the whole prompt written out, and may hold the answer: left out.
 */
export function contextOf(row: RowObject, question: string): string | undefined {
  return CONTEXTS.map((name) => text(row[name]) ?? text(textList(row[name])?.join('\n'))).find(
    (context) => context !== undefined && !context.includes(question),
  );
}
