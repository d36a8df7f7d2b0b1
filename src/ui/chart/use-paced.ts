/** Paces a fast value for a chart: drawing costs more than counting, and gets its own task in the browser. */

import { useEffect, useRef, useState } from 'react';

/** The newest value, changed at most every `intervalMs`; the last one always arrives. */
export function usePaced<T>(value: T, intervalMs: number): T {
  const [shown, setShown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useRef(value);

  useEffect(() => {
    latest.current = value;
    if (Object.is(value, shown) || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setShown(latest.current);
    }, intervalMs);
  }, [value, shown, intervalMs]);

  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return shown;
}
