/** Files of a result for other tools; what makes them is loaded when one is asked for. */

import type { Condition } from '../eval/types.ts';
import type { RunResult } from '../lab/types.ts';
import { runKey } from './judge-actions.ts';
import { judgeStore } from './judge-store.ts';
import { judgeFields, labelFields } from './judge-view.ts';
import { labClient } from './lab-client.ts';
import { resultFileName } from './share-actions.ts';

export interface ExportFile {
  readonly name: string;
  readonly blob: Blob;
}

const fileName = (result: RunResult, end: string) => resultFileName(result).replace(/\.json$/, end);

export async function makeResultsJson(result: RunResult): Promise<ExportFile> {
  const { resultsFile } = await import('../share/exports.ts');
  const blob = new Blob([resultsFile(result)], { type: 'application/json' });
  return { name: fileName(result, '-results.json'), blob };
}

export async function makeCurvesCsv(result: RunResult): Promise<ExportFile> {
  const { curvesFile } = await import('../share/exports.ts');
  return {
    name: fileName(result, '-curves.csv'),
    blob: new Blob([curvesFile(result)], { type: 'text/csv' }),
  };
}

export async function makeMarkdown(result: RunResult, names: (key: string) => string): Promise<string> {
  const { markdownFile } = await import('../share/exports.ts');
  return markdownFile(result, names);
}

/** What the page knows of each item beside the worker's samples: a judge's verdicts and a person's labels. */
function fieldsOf(result: RunResult, condition: Condition): Record<string, object> {
  const { run, judging, labels } = judgeStore.getState();
  if (run !== runKey(result)) return {};
  const fields = judging ? judgeFields(judging, condition) : {};
  const sheet = labels[condition];
  for (const [itemId, label] of Object.entries(sheet ? labelFields(sheet) : {})) {
    fields[itemId] = { ...fields[itemId], ...label };
  }
  return fields;
}

/** From the worker, which keeps the last run's samples. Throws `worker.no-samples`. */
export async function makeSampleLog(result: RunResult, condition: Condition): Promise<ExportFile> {
  const [client, { provenance }] = await Promise.all([labClient(), import('../share/exports.ts')]);
  const blob = await client.sampleLog({
    condition,
    provenance: provenance(result),
    ofItem: fieldsOf(result, condition),
  });
  return { name: fileName(result, `-samples-${condition}.jsonl`), blob };
}
