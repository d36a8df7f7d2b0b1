/** A person's labels of sampled outputs: the sample, one label after another, kept as they are given. */

import type { JudgeQuestion } from '../eval/index.ts';
import type { Condition } from '../eval/types.ts';
import type { LabelSheet } from '../lab/judge/types.ts';
import { toErrorData } from '../lib/errors.ts';
import { runKey, withJudgeStorage } from './judge-actions.ts';
import { judgeStore } from './judge-store.ts';
import type { RunView } from './view.ts';

async function keep(condition: Condition, sheet: LabelSheet): Promise<void> {
  const { run } = judgeStore.getState();
  judgeStore.setState(({ labels }) => ({ labels: { ...labels, [condition]: sheet } }));
  if (run === null) return;
  try {
    await withJudgeStorage((storage, db) => storage.writeLabels(db, run, condition, sheet));
  } catch (thrown) {
    judgeStore.setState({ error: toErrorData(thrown) });
  }
}

/** Item ids of the sample of a condition, drawn by the run's own seed: equal arguments give the equal sample. */
export async function drawLabels(
  { config, examples }: Pick<RunView, 'config' | 'examples'>,
  condition: Condition,
): Promise<string[]> {
  const { LABEL_COUNT, labelSample } = await import('../eval/llm-judge/labels.ts');
  const question: JudgeQuestion = config.task === 'open' ? 'knowledge' : 'format';
  const candidates = examples.flatMap(({ itemId, item, verdicts }) => {
    const verdict = verdicts[condition];
    // An empty output leaves nothing to label.
    return item && verdict && verdict.output.trim() !== ''
      ? [{ id: itemId, ruleYes: verdict[question] }]
      : [];
  });
  return labelSample(candidates, LABEL_COUNT, config.seed);
}

/** Begins the sample of a condition; one that was begun stays. */
export async function beginLabels(view: RunView, condition: Condition): Promise<void> {
  const { result } = view;
  if (!result || judgeStore.getState().labels[condition]) return;
  const run = runKey(result);
  const items = await drawLabels(view, condition);
  if (judgeStore.getState().run === run) await keep(condition, { items, labels: {} });
}

export async function setLabel(
  condition: Condition,
  itemId: string,
  question: JudgeQuestion,
  value: boolean,
): Promise<void> {
  const sheet = judgeStore.getState().labels[condition];
  if (!sheet) return;
  const labels = { ...sheet.labels, [itemId]: { ...sheet.labels[itemId], [question]: value } };
  await keep(condition, { ...sheet, labels });
}

/** Takes all labels of a condition back; the next sample is the same. */
export async function clearLabels(condition: Condition): Promise<void> {
  const sheet = judgeStore.getState().labels[condition];
  if (sheet) await keep(condition, { ...sheet, labels: {} });
}
