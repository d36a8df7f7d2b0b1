/** What a judge model said of an item's outputs, as reasons beside the rule's; empty where none was asked. */

import { useEffect, useState } from 'react';
import type { Condition } from '../../eval/types.ts';
import type { RunResult } from '../../lab/types.ts';
import { runKey } from '../../store/judge-actions.ts';
import { useJudge } from '../../store/judge-store.ts';
import { judgeReasons } from '../../store/judge-view.ts';

type Reasons = Readonly<Partial<Record<Condition, readonly string[]>>>;

const NONE: Reasons = {};

export function useJudgeReasons(result: RunResult | null, itemId: string | undefined): Reasons {
  const run = result && runKey(result);
  const judging = useJudge((state) => (state.run === run ? state.judging : null));
  const [found, setFound] = useState({ of: '', reasons: NONE });
  useEffect(() => {
    if (!judging || itemId === undefined) return;
    let current = true;
    void judgeReasons(judging, itemId).then((reasons) => {
      if (current) setFound({ of: itemId, reasons });
    });
    return () => {
      current = false;
    };
  }, [judging, itemId]);
  return judging && found.of === itemId ? found.reasons : NONE;
}
