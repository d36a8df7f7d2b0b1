/**
 * Which judge is asked, and what: remembered in this browser only. Address and key are in here and nowhere else: no
 * link, export or result is made from these settings.
 */

import type { JudgeQuestion, JudgeScope } from '../eval/index.ts';
import type { JudgeSpec, ModelSource } from '../worker/protocol.ts';

export interface JudgeSettings {
  /** endpoint: a server; hub: a model of the hub in this page; chosen: the model chosen for runs, in this page. */
  readonly where: 'endpoint' | 'hub' | 'chosen';
  readonly address: string;
  readonly model: string;
  readonly key: string;
  readonly concurrency: number;
  readonly hubId: string;
  readonly scope: JudgeScope;
  readonly questions: readonly JudgeQuestion[];
}

export const MAX_CONCURRENCY = 16;

export const DEFAULT_JUDGE: JudgeSettings = {
  where: 'endpoint',
  address: 'http://localhost:11434/v1',
  model: '',
  key: '',
  concurrency: 4,
  hubId: '',
  scope: 'misses',
  questions: ['knowledge'],
};

const STORAGE_KEY = 'soft-prompt-lab.judge';

/** What an earlier visit stored; anything unexpected is replaced by the default. */
export function parseJudgeSettings(stored: string | null): JudgeSettings {
  let value: Partial<Record<keyof JudgeSettings, unknown>>;
  try {
    value = (JSON.parse(stored ?? '{}') ?? {}) as typeof value;
  } catch {
    return DEFAULT_JUDGE;
  }
  const text = (key: 'address' | 'model' | 'key' | 'hubId'): string => {
    const found = value[key];
    return typeof found === 'string' ? found : DEFAULT_JUDGE[key];
  };
  const { where, scope, concurrency, questions } = value;
  const asked = (['knowledge', 'format'] as const).filter(
    (question) => Array.isArray(questions) && questions.includes(question),
  );
  const known = Number.isInteger(concurrency) ? (concurrency as number) : DEFAULT_JUDGE.concurrency;
  return {
    where: where === 'hub' || where === 'chosen' ? where : 'endpoint',
    address: text('address'),
    model: text('model'),
    key: text('key'),
    concurrency: Math.min(MAX_CONCURRENCY, Math.max(1, known)),
    hubId: text('hubId'),
    scope: scope === 'all' ? 'all' : 'misses',
    questions: asked.length > 0 ? asked : DEFAULT_JUDGE.questions,
  };
}

/** Storage can be switched off; then the settings last as long as the page. */
export function loadJudgeSettings(): JudgeSettings {
  try {
    return parseJudgeSettings(localStorage.getItem(STORAGE_KEY));
  } catch {
    return DEFAULT_JUDGE;
  }
}

export function saveJudgeSettings(settings: JudgeSettings): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    return;
  }
}

/** The judge the settings mean; null where a name is still missing. `chosen` is the model chosen for runs. */
export function judgeSpec(settings: JudgeSettings, chosen: ModelSource): JudgeSpec | null {
  const { where, address, concurrency } = settings;
  const [model, key, hubId] = [settings.model.trim(), settings.key.trim(), settings.hubId.trim()];
  switch (where) {
    case 'endpoint':
      return model && address.trim() ? { kind: 'endpoint', address, model, key, concurrency } : null;
    case 'hub':
      return hubId.includes('/')
        ? { kind: 'page', source: { kind: 'hub', id: hubId, revision: 'main' } }
        : null;
    default:
      return { kind: 'page', source: chosen };
  }
}

/** The name that results, links and exports carry. */
export function judgeName(spec: JudgeSpec): string {
  return spec.kind === 'endpoint' ? spec.model : spec.source.id;
}
