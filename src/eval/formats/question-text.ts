/** Questions as rows carry them: with a "Question:" label, an "Answer:" cue, or a language told by the file's name. */

import type { Language } from '../types.ts';

/** The question without a leading label ("Question:", "Q:") and a closing cue ("Answer:", "A:"). */
export function bareQuestion(text: string): string {
  return text
    .replace(/^\s*(?:Question|Q|Problem|Frage)\s*:\s*/i, '')
    .replace(/\n\s*(?:Answer|A|Solution|Antwort|Lösung)\s*:\s*$/i, '')
    .trim();
}

/** German where the file's name has a `de` part (`mgsm_de.tsv`, `xquad.de.json`); else undefined. */
export function languageOfFile(file: string): Language | undefined {
  return /(?:^|[._-])de(?:[._-]|$)/.test(file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, ''))
    ? 'de'
    : undefined;
}
