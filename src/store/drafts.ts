/**
 * What is typed into fields of settings and is not valid: kept here, not in the field, because the settings behind a
 * disclosure come and go while a run must not start with the values from before. Pure; what is valid is in the settings.
 */

/** Each is the key of the field's label. */
export type DraftField =
  | 'settings.few-shot'
  | 'settings.vectors'
  | 'settings.steps'
  | 'settings.batch'
  | 'settings.learning-rate'
  | 'settings.clip'
  | 'settings.items'
  | 'settings.eval-steps'
  | 'settings.max-tokens'
  | 'settings.seed'
  | 'study.seeds'
  | 'prompts.template'
  | 'prompts.form-words'
  | 'prompts.form-pattern'
  | 'prompts.form-output';

export type Drafts = Readonly<Partial<Record<DraftField, string>>>;

/** null takes the draft of a field away. The same object where nothing changes, so that nothing is drawn again. */
export function withDraft(drafts: Drafts, field: DraftField, text: string | null): Drafts {
  if ((drafts[field] ?? null) === text) return drafts;
  const { [field]: _before, ...others } = drafts;
  return text === null ? others : { ...others, [field]: text };
}

/** Without the drafts of fields whose names begin like this: those fields are gone. */
export function withoutDrafts(drafts: Drafts, prefix: string): Drafts {
  const kept = Object.entries(drafts).filter(([field]) => !field.startsWith(prefix));
  return kept.length === Object.keys(drafts).length ? drafts : Object.fromEntries(kept);
}

export function draftFields(drafts: Drafts): readonly DraftField[] {
  return Object.keys(drafts) as DraftField[];
}
