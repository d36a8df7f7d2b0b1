/**
 * The value of a YAML document as promptfoo's loader makes it (js-yaml 5, core schema and merge keys): 1.0 is the number
 * 1, 007 is 7, 1e20 a number; 1_000, yes, no, on and off are texts. Two differences: dates stay the texts they are
 * written as, and so do whole numbers that a double cannot hold.
 *
 * What an alias stands for is made once and shared, merged entries too; both are counted, because the readers of rows go
 * through every copy. Reads no text: the tree is the reader's.
 */

import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { LabError } from '../lib/errors.ts';

/** Values reached through aliases and merge keys, each as often as it is used. */
const MAXIMUM_COPIES = 2_000_000;

/** What tells nodes apart; the reader is loaded late. */
export interface NodeKinds {
  isAlias(node: unknown): node is Alias;
  isMap(node: unknown): node is YAMLMap;
  isSeq(node: unknown): node is YAMLSeq;
}

/** A document that has no value, with the place of the reason. */
export class YamlFault extends Error {
  constructor(
    readonly offset: number,
    reason: string,
  ) {
    super(reason);
  }
}

interface Made {
  readonly value: unknown;
  /** Values inside, itself among them, each as often as it is used. */
  readonly count: number;
}

const NOTHING: Made = { value: null, count: 1 };

/** A whole number beyond 2^53 as its digits; any other value as it is. */
function scalar({ value, source }: Scalar): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && /^[-+]?\d+$|^0[ox]/.test(source) ? source : value;
}

const isMergeKey = (key: unknown): boolean => typeof (key as Scalar | null)?.value === 'symbol';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws YamlFault, and `import.yaml-aliases` {name} where aliases and merge keys multiply. */
export function yamlValue(name: string, document: Document.Parsed, kinds: NodeKinds): unknown {
  /** What is anchored so far; undefined while it is being made. */
  const anchors = new Map<string, Made | undefined>();
  let copies = 0;

  const offsetOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;
  const copied = (made: Made): Made => {
    copies += made.count;
    if (copies > MAXIMUM_COPIES) throw new LabError('import.yaml-aliases', { name });
    return made;
  };
  const aliased = (alias: Alias): Made => {
    const made = anchors.get(alias.source);
    if (made !== undefined) return copied(made);
    const reason = anchors.has(alias.source) ? 'inside what it stands for' : 'without an anchor above it';
    throw new YamlFault(offsetOf(alias), `the alias *${alias.source} stands ${reason}`);
  };
  const keyOf = (key: unknown): string => {
    const made = make(key).value;
    if (typeof made !== 'object' || made === null) return String(made);
    throw new YamlFault(
      offsetOf(key),
      'a key that is a list or an object; put quotation marks around a text that begins with { or [',
    );
  };
  const makeMap = (pairs: readonly Pair[]): Made => {
    const fields = new Map<string, unknown>();
    const own = new Set<string>();
    let count = 1;
    for (const { key, value } of pairs) {
      const made = make(value);
      count += made.count;
      if (!isMergeKey(key)) {
        const field = keyOf(key);
        if (own.has(field)) throw new YamlFault(offsetOf(key), `the key ${field} stands here a second time`);
        own.add(field);
        fields.set(field, made.value);
        continue;
      }
      const sources: readonly unknown[] = Array.isArray(made.value) ? made.value : [made.value];
      for (const source of sources) {
        if (!isObject(source)) throw new YamlFault(offsetOf(key), 'a merge key (<<) takes objects only');
        // An own field counts, wherever it stands; of two sources with one field the first.
        for (const [field, entry] of Object.entries(source)) if (!fields.has(field)) fields.set(field, entry);
      }
    }
    return { value: Object.fromEntries(fields), count };
  };
  const makeSeq = (items: readonly unknown[]): Made => {
    const made = items.map(make);
    return { value: made.map(({ value }) => value), count: made.reduce((sum, { count }) => sum + count, 1) };
  };
  const make = (node: unknown): Made => {
    if (node === null || node === undefined) return NOTHING;
    if (kinds.isAlias(node)) return aliased(node);
    const { anchor } = node as Node;
    if (anchor !== undefined) anchors.set(anchor, undefined);
    const made = kinds.isMap(node)
      ? makeMap(node.items)
      : kinds.isSeq(node)
        ? makeSeq(node.items)
        : { value: scalar(node as Scalar), count: 1 };
    if (anchor !== undefined) anchors.set(anchor, made);
    return made;
  };
  return make(document.contents).value;
}
