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

/** Draws the sample of a condition, by the run's own seed; a sample that was begun stays. */
export async function beginLabels({ result, examples }: RunView, condition: Condition): Promise<void> {
  if (!result || judgeStore.getState().labels[condition]) return;
  const run = runKey(result);
  const { LABEL_COUNT, labelSample } = await import('../eval/llm-judge/labels.ts');
  const question: JudgeQuestion = result.config.task === 'open' ? 'knowledge' : 'format';
  const candidates = examples.flatMap(({ itemId, item, verdicts }) => {
    const verdict = verdicts[condition];
    // An empty output leaves nothing to label.
    return item && verdict && verdict.output.trim() !== ''
      ? [{ id: itemId, ruleYes: verdict[question] }]
      : [];
  });
  const items = labelSample(candidates, LABEL_COUNT, result.config.seed);
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
