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
  /** Most tokens of a reply. */
  readonly maxTokens: number;
  readonly hubId: string;
  readonly scope: JudgeScope;
  readonly questions: readonly JudgeQuestion[];
}

export const MAX_CONCURRENCY = 16;
/** Fewer leave no room for a verdict; more no model writes before its verdict. */
export const REPLY_TOKENS = { min: 16, max: 65_536 } as const;

export const DEFAULT_JUDGE: JudgeSettings = {
  where: 'endpoint',
  address: 'http://localhost:11434/v1',
  model: '',
  key: '',
  concurrency: 4,
  // Enough for a short thought; a model that was made to think needs more.
  maxTokens: 1024,
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
  const { where, scope, questions } = value;
  const asked = (['knowledge', 'format'] as const).filter(
    (question) => Array.isArray(questions) && questions.includes(question),
  );
  const whole = (key: 'concurrency' | 'maxTokens', min: number, max: number): number => {
    const found = value[key];
    return Number.isInteger(found) ? Math.min(max, Math.max(min, found as number)) : DEFAULT_JUDGE[key];
  };
  return {
    where: where === 'hub' || where === 'chosen' ? where : 'endpoint',
    address: text('address'),
    model: text('model'),
    key: text('key'),
    concurrency: whole('concurrency', 1, MAX_CONCURRENCY),
    maxTokens: whole('maxTokens', REPLY_TOKENS.min, REPLY_TOKENS.max),
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
  const { where, address, concurrency, maxTokens } = settings;
  const [model, key, hubId] = [settings.model.trim(), settings.key.trim(), settings.hubId.trim()];
  switch (where) {
    case 'endpoint':
      return model && address.trim()
        ? { kind: 'endpoint', address, model, key, concurrency, maxTokens }
        : null;
    case 'hub':
      return hubId.includes('/')
        ? { kind: 'page', source: { kind: 'hub', id: hubId, revision: 'main' } }
        : null;
    default:
      return { kind: 'page', source: chosen };
  }
}

/** A path on the machine of whoever serves the model, as llama.cpp and transformers serve name theirs. */
const PLACE = /^(?:[/~]|[A-Za-z]:[\\/])/;

/** The name that results, links and exports carry: of a model named by its place on a disk the last part alone. */
export function judgeName(spec: JudgeSpec): string {
  const name = spec.kind === 'endpoint' ? spec.model : spec.source.id;
  return (PLACE.test(name) ? name.split(/[\\/]/).findLast((part) => part !== '') : name) ?? name;
}
