/** Passing a result on: a link that holds it whole, or a file. The size is known before anything is copied. */

import { useCallback, useMemo } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { useLab } from '../../store/lab-store.ts';
import { makeLink, makeResultFile } from '../../store/share-actions.ts';
import type { RunView } from '../../store/view.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { LinkRow } from '../../ui/share/LinkRow.tsx';
import { useMadeFile } from '../../ui/share/use-made-file.ts';
import { useMadeLink } from '../../ui/share/use-made-link.ts';
import { Exports } from './Exports.tsx';

import './share.css';

/** Above this some programs cut a link; it still works in browsers. */
const LONG_LINK = 8_000;

export function SharePanel({ view }: { view: RunView }) {
  const { t, tn, format } = useI18n();
  const { result, examples } = view;
  const ids = useLab((state) => state.sharedExamples);
  const { failure, dismiss, save } = useMadeFile();
  const chosen = useMemo(() => examples.filter(({ itemId }) => ids.includes(itemId)), [examples, ids]);
  const { link, error } = useMadeLink(
    useCallback(() => result && makeLink(result, chosen), [result, chosen]),
  );

  return (
    <section className="share" aria-labelledby="share-title">
      <h2 id="share-title">{t('share.title')}</h2>
      <p className="muted">{t('share.lead')}</p>
      {error ? <ErrorNotice error={error} /> : null}
      {failure ? <ErrorNotice error={failure} onDismiss={dismiss} /> : null}
      {result ? (
        <>
          <LinkRow
            label={t('share.link')}
            link={link}
            hint={
              <>
                {link
                  ? link.tooLong
                    ? t('share.too-long', { count: link.length })
                    : chosen.length > 0
                      ? tn('share.size-examples', chosen.length, { characters: format.number(link.length) })
                      : t('share.size', { count: link.length })
                  : t('app.loading')}
                {link && !link.tooLong && link.length > LONG_LINK ? ` · ${t('share.long')}` : ''}
                {` · ${t('share.download-hint')}`}
              </>
            }
          >
            <Button onClick={() => save(() => makeResultFile(result, chosen))}>
              <Icon name="download" />
              {t('share.download')}
            </Button>
          </LinkRow>
          <Exports result={result} live={view.origin === 'live'} />
        </>
      ) : (
        <p className="muted">{t('share.waiting')}</p>
      )}
    </section>
  );
}
