/** Which models of a study belong together, guessed from their names; every guess can be corrected. Pure. */

import type { StudyRole } from '../lab/study/types.ts';

/** Parts of names that say how a model was trained after pre-training. */
const POST_TRAINED = /^(instruct|it|chat|sft|dpo|rlhf|rlvr|grpo|orpo|aligned|assistant)$/i;
const BASE = /^(base|pt|pretrained)$/i;
/** Parts that say nothing about training: formats and conversions. */
const NEUTRAL = /^(onnx|web|hf|genai|fp16|fp32|bf16|int4|int8|q4|q4f16|q8|gqa)$/i;

interface NameParts {
  readonly role: StudyRole | null;
  /** The name without what was told from it. */
  readonly stem: string;
}

function readName(id: string): NameParts {
  const name = id.split('/').at(-1) ?? id;
  const parts = name.split(/[-_]/).filter((part) => part !== '' && !NEUTRAL.test(part));
  const role = parts.some((part) => POST_TRAINED.test(part))
    ? 'post-trained'
    : parts.some((part) => BASE.test(part))
      ? 'base'
      : null;
  const rest = parts.filter((part) => !POST_TRAINED.test(part) && !BASE.test(part));
  return { role, stem: rest.join('-') || name };
}

export interface GuessedModel {
  readonly role: StudyRole;
  readonly family: string;
}

/**
 * Role and family of each id. A name that says nothing is a base, except beside a base of the same family: then the
 * unmarked one is the post-trained (as Qwen3-0.6B beside Qwen3-0.6B-Base). A model that stands alone has no family.
 */
export function guessModels(ids: readonly string[]): GuessedModel[] {
  const names = ids.map(readName);
  const key = (stem: string) => stem.toLowerCase();
  return names.map(({ role, stem }, i) => {
    const relatives = names.filter((other, j) => j !== i && key(other.stem) === key(stem));
    const told = role ?? (relatives.some((other) => other.role === 'base') ? 'post-trained' : 'base');
    const first = names.find((other) => key(other.stem) === key(stem));
    return { role: told, family: relatives.length > 0 ? first!.stem : '' };
  });
}
