/** A named region that scrolls: a tab stop, so that the keyboard can scroll it too. */

import type { ReactNode } from 'react';

export function ScrollRegion({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard could not scroll it
    <section className={`scroll ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
