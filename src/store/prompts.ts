/** Prompts before a run: what the model will see, as the worker renders it, and the templates they are made from. */

import type { Condition, Language, RequiredForm, Task } from '../eval/types.ts';
import type { PromptPreview } from '../lab/types.ts';
import { benchmarkForWorker } from './benchmarks.ts';
import { labClient } from './lab-client.ts';
import { type Setup, toRunConfig } from './setup.ts';

/** `index` counts among the items the run would evaluate. Throws what reading tokenizer and benchmark throw. */
export async function loadPreview(setup: Setup, condition: Condition, index: number): Promise<PromptPreview> {
  const [client, benchmark] = await Promise.all([labClient(), benchmarkForWorker(setup.benchmark)]);
  return client.preview({ source: setup.source, benchmark, config: toRunConfig(setup), condition, index });
}

export async function defaultTemplate(language: Language): Promise<string> {
  const { DEFAULT_TEMPLATES } = await import('../eval/prompts/templates.ts');
  return DEFAULT_TEMPLATES[language];
}

/** What keeps a template from being used. */
export function templateFault(template: string, task: Task): 'needs-question' | 'needs-options' | null {
  if (!template.includes('{question}')) return 'needs-question';
  return task === 'closed' && !template.includes('{options}') ? 'needs-options' : null;
}

type RegexForm = Extract<RequiredForm, { kind: 'regex' }>;
export type PatternFault = 'too-long' | 'invalid' | 'nested-repetition' | 'backreference' | 'own-output';

/** Why a form's pattern cannot be used; null where it can be run safely and finds the answer in its own output. */
export async function usablePattern({ pattern, template }: RegexForm): Promise<PatternFault | null> {
  const { matchPattern, patternFault } = await import('../eval/verdicts/safe-pattern.ts');
  const fault = patternFault(pattern);
  if (fault) return fault;
  return matchPattern(pattern, template.replaceAll('{answer}', 'Berlin')) === 'Berlin' ? null : 'own-output';
}
