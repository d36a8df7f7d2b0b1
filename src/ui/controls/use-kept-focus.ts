/**
 * Keeps the keyboard's place in a group of buttons that change with the state: where the button that had the focus is
 * disabled or gone, the first one that can be pressed gets it. Never takes the focus from elsewhere.
 */

import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

export function useKeptFocus(state: string): {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: () => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: buttons change with the state
  useEffect(() => {
    if (!held.current) return;
    const now = document.activeElement;
    if (now !== null && now !== document.body && !now.matches(':disabled')) return;
    ref.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus();
  }, [state]);
  return {
    ref,
    onFocus: () => {
      held.current = true;
    },
    onBlur: (event) => {
      // A button that was disabled under the focus has not been left.
      if (!event.target.matches(':disabled')) held.current = false;
    },
  };
}
