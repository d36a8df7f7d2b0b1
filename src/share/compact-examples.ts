/** Examples with their verdicts as rows, as links carry them since version 1. Frozen. */

import type { Outcome, Verdict } from '../eval/types.ts';
import type { ExampleRecord } from '../lab/types.ts';
import { rounded } from './columns.ts';
import { CONDITIONS } from './compact-curves.ts';
import { malformed, rows } from './compact-rows.ts';

const OUTCOMES: readonly Outcome[] = ['correct', 'uncaptured', 'wrong'];
const FLAGS = ['exactMatch', 'knowledge', 'format', 'shape'] as const;

function packVerdict(verdict: Verdict): unknown[] {
  return [
    FLAGS.reduce((bits, flag, i) => bits + (verdict[flag] ? 1 << i : 0), 0),
    OUTCOMES.indexOf(verdict.outcome),
    verdict.output,
    verdict.answerLine,
    verdict.optionLogProbs?.map((value) => rounded(value, 5)) ?? null,
    verdict.reasons,
  ];
}

function unpackVerdict(value: unknown, itemId: unknown): unknown {
  const [flags, outcome, output, answerLine, optionLogProbs, reasons] = rows(value, 'examples.verdicts');
  const bits = typeof flags === 'number' ? flags : malformed('examples.verdicts');
  return {
    itemId,
    ...Object.fromEntries(FLAGS.map((flag, i) => [flag, (bits & (1 << i)) !== 0])),
    outcome: typeof outcome === 'number' ? OUTCOMES[outcome] : undefined,
    output,
    answerLine,
    ...(optionLogProbs === null ? {} : { optionLogProbs }),
    reasons,
  };
}

export function packExample(example: ExampleRecord): unknown[] {
  const verdicts = CONDITIONS.map((condition) => {
    const verdict = example.verdicts[condition];
    return verdict ? packVerdict(verdict) : null;
  });
  return [example.itemId, example.prompt, example.answer, verdicts];
}

export function unpackExample(value: unknown): unknown {
  const [itemId, prompt, answer, verdicts] = rows(value, 'examples');
  const entries = rows(verdicts, 'examples.verdicts').flatMap((verdict, i) =>
    verdict === null ? [] : [[CONDITIONS[i], unpackVerdict(verdict, itemId)]],
  );
  return { itemId, prompt, answer, verdicts: Object.fromEntries(entries) };
}
