/** Questions as rows carry them: with a "Question:" label, an "Answer:" cue, a context, or a language told by the file's name. */

import type { Language } from '../types.ts';
import { type RowObject, text, textList, type Where } from './row.ts';

/** The question without a leading label ("Question:", "Q:") and a closing cue ("Answer:", "A:"). */
export function bareQuestion(text: string): string {
  return text
    .replace(/^\s*(?:Question|Q|Problem|Frage)\s*:\s*/i, '')
    .replace(/\n[^\S\n]*(?:Answer|A|Solution|Antwort|Lösung)[^\S\n]*:\s*$/i, '')
    .trim();
}

/** A part of a file's name that names German: `mgsm_de.tsv`, `xquad.de.json`, `deu_Latn.jsonl`, `mmlu_DE-DE.csv`. */
const GERMAN = /(?:^|[._-])(?:de|deu|german|deutsch)(?:[._-]|$)/i;

/** What a person chose for the file, else what a row says (`ofRow`), else what the file's name tells; undefined = English. */
export function languageOf(
  { file, language }: Pick<Where, 'file' | 'language'>,
  ofRow?: Language,
): Language | undefined {
  const told = language ?? ofRow;
  if (told !== undefined) return told;
  return GERMAN.test(file.replace(/.*[\\/]/, '').replace(/\.[^.]*$/, '')) ? 'de' : undefined;
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
