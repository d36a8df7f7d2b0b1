/** Passing a result on: a link that holds it whole, or a file. The size is known before anything is copied. */

import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';
import { useLab } from '../../store/lab-store.ts';
import { type MadeLink, makeLink, makeResultFile } from '../../store/share-actions.ts';
import type { RunView } from '../../store/view.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { Exports } from './Exports.tsx';
import { saveFile } from './save-file.ts';
import './share.css';

/** Above this some programs cut a link; it still works in browsers. */
const LONG_LINK = 8_000;

export function SharePanel({ view }: { view: RunView }) {
  const { t, tn, format } = useI18n();
  const { result, examples } = view;
  const ids = useLab((state) => state.sharedExamples);
  const [link, setLink] = useState<MadeLink | null>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const [error, setError] = useState<ErrorData | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    setLink(null);
    setCopied('no');
    if (!result) return;
    let current = true;
    makeLink(
      result,
      examples.filter(({ itemId }) => ids.includes(itemId)),
    ).then(
      (made) => {
        if (current) setLink(made);
      },
      (thrown) => {
        if (current) setError(toErrorData(thrown));
      },
    );
    return () => {
      current = false;
    };
  }, [result, examples, ids]);

  const chosen = examples.filter(({ itemId }) => ids.includes(itemId));
  const copy = async () => {
    if (!link) return;
    try {
      await navigator.clipboard.writeText(link.url);
      setCopied('yes');
    } catch {
      setCopied('refused');
      field.current?.select();
    }
  };
  const download = async () => {
    if (!result) return;
    try {
      const { name, blob } = await makeResultFile(result, chosen);
      saveFile(name, blob);
    } catch (thrown) {
      setError(toErrorData(thrown));
    }
  };

  return (
    <section className="share" aria-labelledby="share-title">
      <h2 id="share-title">{t('share.title')}</h2>
      <p className="muted">{t('share.lead')}</p>
      {error ? <ErrorNotice error={error} onDismiss={() => setError(null)} /> : null}
      {result ? (
        <>
          <div className="share__row">
            <input
              ref={field}
              className="input mono share__link"
              aria-label={t('share.link')}
              readOnly
              value={link && !link.tooLong ? link.url : ''}
              onFocus={(event) => event.target.select()}
            />
            <Button look="primary" disabled={!link || link.tooLong} onClick={copy}>
              <Icon name="copy" />
              {t('share.copy')}
            </Button>
            <Button onClick={download}>
              <Icon name="download" />
              {t('share.download')}
            </Button>
          </div>
          <p className="small muted tabular">
            {link
              ? link.tooLong
                ? t('share.too-long', { count: link.length })
                : chosen.length > 0
                  ? tn('share.size-examples', chosen.length, { characters: format.number(link.length) })
                  : t('share.size', { count: link.length })
              : t('app.loading')}
            {link && !link.tooLong && link.length > LONG_LINK ? ` · ${t('share.long')}` : ''}
            {` · ${t('share.download-hint')}`}
          </p>
          <p className="small share__state" role="status">
            {copied === 'yes' ? t('share.copied') : copied === 'refused' ? t('share.copy-failed') : ''}
          </p>
          <Exports result={result} live={view.origin === 'live'} />
        </>
      ) : (
        <p className="muted">{t('share.waiting')}</p>
      )}
    </section>
  );
}
