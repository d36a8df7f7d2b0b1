/**
 * What promptfoo's assertions say of the right answer (its documentation: "Deterministic metrics", "Test cases").
 *
 * All assertions of a test must pass, so an answer counts as right where it passes every one of them as an output would.
 * Assertions that name no answer but judge one (a model's, a script's, a similarity's judgement) cannot be honoured: they
 * are refused by name. Cost, latency and weight 0 say nothing about the answer and are passed over.
 */

import type { RequiredForm } from '../types.ts';
import { patternFault } from '../verdicts/safe-pattern.ts';
import { isRowObject, type RowObject, scalarText } from './row.ts';

export type Expectation =
  /** Right answers, the named one first; answers that contradict them; the form where a JSON object is asked for. */
  | {
      readonly kind: 'answers';
      readonly answers: readonly string[];
      readonly wrong: readonly string[];
      readonly form: RequiredForm | undefined;
    }
  /** An assertion that cannot be honoured, by its type. */
  | { readonly kind: 'refused'; readonly type: string }
  /** Answers are named, and none of them passes all assertions. */
  | { readonly kind: 'disagreeing' }
  | { readonly kind: 'none' };

/** One assertion, read: the answers it names, and whether an output passes it. */
interface Check {
  readonly negated: boolean;
  readonly names: readonly string[];
  readonly passes: (output: string) => boolean;
  readonly form?: RequiredForm;
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'boolean' ? String(value) : scalarText(value);

/** `a, b` or `"a, b", c`: values separated by commas, quoted where they hold one. */
function listOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) {
    const texts = value.map(asText);
    return texts.length > 0 && texts.every((one) => one !== undefined) ? texts : undefined;
  }
  const text = asText(value);
  if (text === undefined) return undefined;
  const parts = Array.from(text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]+))\s*(?:,|$)/g), (part) =>
    part[1] === undefined ? part[2]!.trim() : part[1].replace(/\\(.)/g, '$1'),
  );
  return parts.length > 0 ? parts : undefined;
}

/** The texts that a pattern of plain text matches: `^Paris$`, `\b(?:Paris|paris)\b`; none for any other pattern. */
function literals(pattern: string): readonly string[] {
  const inside = pattern.replace(/^(?:\^|\\b)+|(?:\\b|(?<!\\)\$)+$/g, '');
  const group = /^\((?:\?:)?([^()]*)\)$/.exec(inside)?.[1] ?? inside;
  const texts = group.split('|').map((part) => {
    const isPlain = /^(?:[^\\^$.*+?()[\]{}|]|\\[^a-zA-Z0-9])+$/.test(part);
    return isPlain ? part.replace(/\\(.)/g, '$1') : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts : [];
}

type Reader = (value: unknown) => Omit<Check, 'negated'> | undefined;

const lower = (text: string) => text.toLowerCase();

/** Assertions about one text. */
const ofText =
  (passes: (output: string, text: string) => boolean): Reader =>
  (value) => {
    const text = asText(value);
    return text === undefined ? undefined : { names: [text], passes: (output) => passes(output, text) };
  };

/** Assertions about a list: any or all of its texts. Of several that must all be there none is the answer. */
const ofList =
  (how: 'some' | 'every', same: (text: string) => string): Reader =>
  (value) => {
    const texts = listOf(value);
    if (texts === undefined) return undefined;
    return {
      names: how === 'some' || texts.length === 1 ? texts : [],
      passes: (output) => texts[how]((text) => same(output).includes(same(text))),
    };
  };

/** An object of one field is a JSON answer under that key; others have no single answer. */
const equals: Reader = (value) => {
  if (!isRowObject(value)) return ofText((output, text) => output === text)(value);
  const entries = Object.entries(value);
  const text = entries.length === 1 ? asText(entries[0]![1]) : undefined;
  if (text === undefined) return undefined;
  return { names: [text], passes: (output) => output === text, form: { kind: 'json', key: entries[0]![0] } };
};

const regex: Reader = (value) => {
  if (typeof value !== 'string' || patternFault(value) !== undefined) return undefined;
  const pattern = new RegExp(value);
  return { names: literals(value), passes: (output) => pattern.test(output) };
};

/** A JSON output of which the schema asks for exactly one field: the answer stands there. */
const json: Reader = (value) => {
  const required = isRowObject(value) ? listOf(value.required) : undefined;
  if (required?.length !== 1) return undefined;
  return { names: [], passes: () => true, form: { kind: 'json', key: required[0]! } };
};

const READERS: Readonly<Record<string, Reader>> = {
  equals,
  contains: ofText((output, text) => output.includes(text)),
  icontains: ofText((output, text) => lower(output).includes(lower(text))),
  'starts-with': ofText((output, text) => output.startsWith(text)),
  'contains-any': ofList('some', (text) => text),
  'icontains-any': ofList('some', lower),
  'contains-all': ofList('every', (text) => text),
  'icontains-all': ofList('every', lower),
  regex,
  'is-json': json,
  'contains-json': json,
};

/** What a run costs is no matter of the answer. */
const PASSED_OVER = new Set(['cost', 'latency']);

/** Types whose text in a table is read as an assertion; any other text before a colon belongs to the answer. */
const OTHER_TYPES = new Set(
  (
    'answer-relevance assert-set bleu classifier context-faithfulness context-recall context-relevance contains-html ' +
    'contains-sql contains-xml cost eval factuality file finish-reason fn g-eval gleu grade guardrails is-html is-refusal ' +
    'is-sql is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript latency ' +
    'levenshtein llm-rubric meteor model-graded-closedqa model-graded-factuality moderation perplexity ' +
    'perplexity-score pi python rouge-n ruby search-rubric select-best similar webhook word-count'
  ).split(' '),
);

/**
 * A text of a table (`__expected`) as an assertion: `contains: x`, `similar(0.8): x`, `is-json`; without a type it is the
 * answer. promptfoo reads a bare type of one word (`python`) as an assertion, too; here it is an answer.
 */
export function fromExpected(expected: string): RowObject {
  const found = /^\s*([a-z-]+)(?:\([\d.]+\))?(?::(.*)|\s*)$/s.exec(expected);
  if (found === null) return { type: 'equals', value: expected };
  const type = found[1]!;
  const bare = type.replace(/^not-/, '');
  const isWord = !expected.includes(':') && !type.includes('-');
  const isType = !isWord && (Object.hasOwn(READERS, bare) || OTHER_TYPES.has(bare));
  return isType ? { type, value: found[2]?.trim() } : { type: 'equals', value: expected };
}

/** The assertions of sets in which all must pass; a set of which some may fail is kept as one, and refused. */
function flattened(assertions: readonly unknown[]): readonly unknown[] {
  return assertions.flatMap((one) =>
    isRowObject(one) &&
    one.type === 'assert-set' &&
    Array.isArray(one.assert) &&
    one.threshold === undefined &&
    one.weight !== 0
      ? flattened(one.assert)
      : one,
  );
}

/** What a list of assertions, their templates filled in, asks of an answer. */
export function readAssertions(assertions: readonly unknown[]): Expectation {
  const checks: Check[] = [];
  for (const one of flattened(assertions)) {
    const written = isRowObject(one) ? String(one.type ?? one.$ref ?? '') : String(one);
    const negated = written.startsWith('not-');
    const type = written.replace(/^not-/, '');
    if (!isRowObject(one)) return { kind: 'refused', type: written };
    if (PASSED_OVER.has(type) || one.weight === 0) continue;
    const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
    const isElsewhere = typeof one.value === 'string' && one.value.startsWith('file://');
    const read = one.transform === undefined && !isElsewhere ? reader?.(one.value) : undefined;
    // An answer under a key is no output that is not JSON.
    if (read === undefined || (negated && reader === json)) return { kind: 'refused', type: written };
    checks.push({ ...read, negated });
  }
  const named = checks.flatMap(({ negated, names }) => (negated ? [] : names));
  if (named.length === 0) return { kind: 'none' };
  const answers = named.filter((answer) =>
    checks.every(({ negated, passes }) => passes(answer) === !negated),
  );
  if (answers.length === 0) return { kind: 'disagreeing' };
  const wrong = checks.flatMap(({ negated, names }) => (negated ? names : []));
  const form = checks.find((check) => check.form !== undefined && !check.negated)?.form;
  return { kind: 'answers', answers, wrong, form };
}
