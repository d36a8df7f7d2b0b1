/**
 * The text of a field that hands on valid values only. What is invalid is a draft: kept by the owner of the field where
 * it gives a slot, so that it outlives the field, and in the field otherwise.
 */

import { useEffect, useRef, useState } from 'react';

export interface DraftSlot {
  readonly draft: string | undefined;
  /** null once the text is valid. */
  readonly onDraft: (text: string | null) => void;
}

export interface DraftText {
  readonly text: string;
  readonly invalid: boolean;
  readonly change: (text: string, valid: boolean) => void;
}

/**
 * `written` is the present value as text; `means` tells whether a text already says it. A value changed from outside
 * (reset, run again) replaces what was typed.
 */
export function useDraft(written: string, means: (text: string) => boolean, slot?: DraftSlot): DraftText {
  const [valid, setValid] = useState(written);
  const [own, setOwn] = useState<string | null>(null);
  const draft = slot ? (slot.draft ?? null) : own;
  const setDraft = slot ? slot.onDraft : setOwn;
  const seen = useRef(written);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value replaces what was typed
  useEffect(() => {
    if (seen.current === written) return;
    seen.current = written;
    setDraft(null);
    setValid((current) => (means(current) ? current : written));
  }, [written]);
  return {
    text: draft ?? valid,
    invalid: draft !== null,
    change: (text, isValid) => {
      setDraft(isValid ? null : text);
      if (isValid) setValid(text);
    },
  };
}
