/** The statistics of a result, computed once its modules are there. */

import { useEffect, useState } from 'react';
import type { RunResult } from '../../lab/types.ts';
import { type AnalysisView, viewAnalysis } from '../../store/analysis.ts';

/** null until computed, and for results that carry no paired counts. */
export function useAnalysis(result: RunResult | null): AnalysisView | null {
  const [state, setState] = useState<{ of: RunResult; view: AnalysisView } | null>(null);
  useEffect(() => {
    if (!result?.analysis) return;
    let current = true;
    void viewAnalysis(result.analysis, result.points).then((view) => {
      if (current) setState({ of: result, view });
    });
    return () => {
      current = false;
    };
  }, [result]);
  return state && state.of === result ? state.view : null;
}
