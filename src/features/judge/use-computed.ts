/** A value that takes a moment because its rules are loaded first; the last one stays until the next is there. */

import { useEffect, useState } from 'react';

/** null until computed; computed again when `compute` is another function (useCallback). */
export function useComputed<T>(compute: () => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    let current = true;
    void compute().then((computed) => {
      if (current) setValue(computed);
    });
    return () => {
      current = false;
    };
  }, [compute]);
  return value;
}
