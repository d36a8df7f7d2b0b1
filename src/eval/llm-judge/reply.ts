/**
 * Strict reading of a judge's reply: the last line that says VERDICT must say YES or NO as a whole word and nothing
 * else. Everything else is unscored, never "wrong" (inspect_ai #4026). What a judge only thinks is no verdict, and
 * neither is a reply that was cut: both may still have changed their mind.
 */

/** Ends the text of a reply that was cut at its token budget; kept with it, so that it is read the same again. */
const CUT = '[cut at the token budget]';

/** A reply that the budget cut, marked as such. */
export function cutReply(text: string): string {
  return `${text}\n${CUT}`;
}

/** Whether the budget cut a reply, as it was kept. */
export function isCutReply(text: string): boolean {
  return text.endsWith(CUT);
}

/** What follows the last thought; undefined where that has no end. Chat templates may open the first one themselves. */
function afterThinking(text: string): string | undefined {
  const tag = [...text.matchAll(/<(\/?)think(?:ing)?>|\[(\/?)THINK\]/gi)].at(-1);
  if (!tag) return text;
  return tag[1] || tag[2] ? text.slice(tag.index + tag[0].length) : undefined;
}

/** No verdict's line is longer, whatever stands around it. */
const LONGEST_LINE = 500;
const END_TOKEN = /(?:<\/s>|<\|[\w-]{1,40}\|>|<eos>|<end_of_turn>)$/i;

/** A line without emphasis, quotes, heading signs and the end tokens that some servers leave in; a long one as it is. */
function bare(line: string): string {
  if (line.length > LONGEST_LINE) return line;
  let text = line.trimEnd();
  for (let token = END_TOKEN.exec(text); token !== null; token = END_TOKEN.exec(text)) {
    text = text.slice(0, token.index).trimEnd();
  }
  return text.replace(/[*_`"'“”„#>]/g, '').trim();
}

/** true = yes, false = no, null = unparsable. */
export function parseReply(reply: string): boolean | null {
  const said = afterThinking(reply.replace(/[\u200B-\u200D\u2060\uFEFF]/g, ''));
  if (said === undefined || isCutReply(said)) return null;
  const last = said
    .split(/[\r\n]/)
    .map(bare)
    .findLast((line) => /(?<![\p{L}\p{N}])verdict(?![\p{L}\p{N}])/iu.test(line));
  const verdict = last?.match(/^verdict\s*:\s*(yes|no)\s*[.!]?$/i)?.[1];
  return verdict === undefined ? null : verdict.toLowerCase() === 'yes';
}
