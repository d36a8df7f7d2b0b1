/** A link that takes time to make, and never stands beside what it was not made from. */

import { useEffect, useState } from 'react';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';

export interface ShareLink {
  readonly url: string;
  /** Of its hash, in characters. */
  readonly length: number;
  /** More than a link may have. */
  readonly tooLong: boolean;
}

/** Another function means another link; null = there is nothing to link to. */
type MakeLink = () => Promise<ShareLink> | null;

interface Made {
  readonly by: MakeLink;
  readonly link?: ShareLink;
  readonly error?: ErrorData;
}

export function useMadeLink(make: MakeLink): {
  readonly link: ShareLink | null;
  readonly error: ErrorData | null;
} {
  const [made, setMade] = useState<Made>(() => ({ by: make }));
  useEffect(() => {
    let current = true;
    const take = (result: Omit<Made, 'by'>) => {
      if (current) setMade({ by: make, ...result });
    };
    make()?.then(
      (link) => take({ link }),
      (thrown) => take({ error: toErrorData(thrown) }),
    );
    return () => {
      current = false;
    };
  }, [make]);
  const own = made.by === make ? made : undefined;
  return { link: own?.link ?? null, error: own?.error ?? null };
}
