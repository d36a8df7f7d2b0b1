/** Models' sources as the browser's database keeps them: without the files of a local folder. Pure. */

import type { KeptSource } from '../lab/study/kept.ts';
import type { ModelSource } from '../worker/protocol.ts';

export function toKeptSource(source: ModelSource): KeptSource {
  if (source.kind !== 'local') return source;
  return { kind: 'local', id: source.id };
}

/** As the worker takes it; a local folder's files are those given in this visit, if any. */
export function toSource(kept: KeptSource, given: readonly ModelSource[]): ModelSource {
  if (kept.kind !== 'local') return kept as ModelSource;
  const known = given.find((source) => source.kind === 'local' && source.id === kept.id);
  return known ?? { kind: 'local', id: kept.id, files: [] };
}
