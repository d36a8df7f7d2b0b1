/** A link to copy, with what stands beside it: buttons in its row, words below. */

import { type ReactNode, useRef, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import type { ShareLink } from './use-made-link.ts';
import './link-row.css';

interface LinkRowProps {
  label: string;
  /** null while it is made. */
  link: ShareLink | null;
  /** Buttons beside it. */
  children: ReactNode;
  hint: ReactNode;
}

export function LinkRow({ label, link, children, hint }: LinkRowProps) {
  const { t } = useI18n();
  const [asked, setAsked] = useState<{ of: ShareLink; state: 'copied' | 'copy-failed' } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (!link) return;
    try {
      await navigator.clipboard.writeText(link.url);
      setAsked({ of: link, state: 'copied' });
    } catch {
      setAsked({ of: link, state: 'copy-failed' });
      field.current?.select();
    }
  };
  return (
    <>
      <div className="share__row">
        <input
          ref={field}
          className="input mono share__link"
          aria-label={label}
          readOnly
          value={link && !link.tooLong ? link.url : ''}
          onFocus={(event) => event.target.select()}
        />
        <Button look="primary" disabled={!link || link.tooLong} onClick={copy}>
          <Icon name="copy" />
          {t('share.copy')}
        </Button>
        {children}
      </div>
      <p className="small muted tabular">{hint}</p>
      <p className="small share__state" role="status">
        {asked && asked.of === link ? t(`share.${asked.state}`) : ''}
      </p>
    </>
  );
}
