/**
 * Strict reading of a judge's reply: the last line that says VERDICT must say YES or NO as a whole word and nothing
 * else. Everything else is unscored, never "wrong" (inspect_ai #4026).
 */

/** true = yes, false = no, null = unparsable. */
export function parseReply(reply: string): boolean | null {
  const clean = reply.replace(/[\u200B-\u200D\u2060\uFEFF]/g, '').replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  const lines = clean
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/[*_`]/g, '').trim())
    .filter((line) => /(?<![\p{L}\p{N}])verdict(?![\p{L}\p{N}])/iu.test(line));
  const last = lines.at(-1);
  const verdict = last === undefined ? undefined : /^verdict\s*:\s*(yes|no)\s*\.?$/i.exec(last)?.[1];
  return verdict === undefined ? null : verdict.toLowerCase() === 'yes';
}
