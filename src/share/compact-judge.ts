/** What a judge model counted, in a link: columns of counts. Nothing of where it ran, and no item. */

import type { Condition } from '../eval/types.ts';
import type { JudgedCondition, JudgeSummary } from '../lab/judge/types.ts';
import { numbers, rows } from './compact-rows.ts';

type Counts = NonNullable<JudgedCondition['knowledge']>;

const CONDITIONS: readonly Condition[] = ['zero-shot', 'few-shot', 'soft-prompt'];
const COLUMNS: readonly (keyof Counts)[] = [
  'n',
  'ruleYes',
  'bothYes',
  'ruleOnly',
  'judgeOnly',
  'bothNo',
  'unparsable',
  'failed',
  'unscoredMisses',
];

const packCounts = (counts: Counts | undefined) => (counts ? COLUMNS.map((column) => counts[column]) : null);

function unpackCounts(value: unknown): Record<string, number> {
  const values = numbers(value, 'judge.counts');
  return Object.fromEntries(COLUMNS.flatMap((column, i) => (i in values ? [[column, values[i]!]] : [])));
}

export function packJudge(summary: JudgeSummary): unknown[] {
  const { kind, model, promptVersion, scope, usage, conditions } = summary;
  return [
    kind,
    model,
    promptVersion,
    scope,
    [usage.requests, usage.cached, usage.promptTokens, usage.completionTokens],
    conditions.map(({ condition, step, knowledge, format }) => [
      CONDITIONS.indexOf(condition),
      step,
      packCounts(knowledge),
      packCounts(format),
    ]),
  ];
}

/** As it stands in the link; the schema judges it. Errors: share.schema. */
export function unpackJudge(value: unknown): unknown {
  const [kind, model, promptVersion, scope, usage, conditions] = rows(value, 'judge');
  const [requests, cached, promptTokens, completionTokens] = rows(usage, 'judge.usage');
  return {
    kind,
    model,
    promptVersion,
    scope,
    usage: { requests, cached, promptTokens, completionTokens },
    conditions: rows(conditions, 'judge.conditions').map((entry) => {
      const [condition, step, knowledge, format] = rows(entry, 'judge.conditions');
      return {
        condition: typeof condition === 'number' ? CONDITIONS[condition] : undefined,
        step,
        ...(knowledge === null ? {} : { knowledge: unpackCounts(knowledge) }),
        ...(format === null ? {} : { format: unpackCounts(format) }),
      };
    }),
  };
}
