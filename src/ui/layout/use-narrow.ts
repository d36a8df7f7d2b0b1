/** Whether the window is phone-sized; for what style sheets cannot reach, such as chart margins. */

import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 640px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
}
