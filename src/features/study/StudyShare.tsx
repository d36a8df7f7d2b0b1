/** Passing a study on: a link that holds it whole, or a file. */

import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { StudyResult } from '../../lab/study/types.ts';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';
import type { MadeLink } from '../../store/share-actions.ts';
import { makeStudyFile, makeStudyLink, studyFileName } from '../../store/study-view-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { cellsCsv } from './csv.ts';

export function StudyShare({ result }: { result: StudyResult }) {
  const { t } = useI18n();
  const [link, setLink] = useState<MadeLink | null>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const [error, setError] = useState<ErrorData | null>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let current = true;
    setLink(null);
    setCopied('no');
    makeStudyLink(result).then(
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
  }, [result]);

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
    try {
      const { name, blob } = await makeStudyFile(result);
      saveFile(name, blob);
    } catch (thrown) {
      setError(toErrorData(thrown));
    }
  };
  return (
    <section className="share" aria-labelledby="study-share-title">
      <h3 id="study-share-title">{t('study.share')}</h3>
      <p className="muted">{t('study.share-lead')}</p>
      {error ? <ErrorNotice error={error} onDismiss={() => setError(null)} /> : null}
      <div className="share__row">
        <input
          ref={field}
          className="input mono share__link"
          aria-label={t('study.share-link')}
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
        <Button
          onClick={() =>
            saveFile(studyFileName(result, '.csv'), new Blob([cellsCsv(result)], { type: 'text/csv' }))
          }
        >
          <Icon name="download" />
          {t('study.csv')}
        </Button>
      </div>
      <p className="small muted tabular">
        {link ? t(link.tooLong ? 'share.too-long' : 'share.size', { count: link.length }) : t('app.loading')}
        {` · ${t('share.download-hint')}`}
      </p>
      <p className="small share__state" role="status">
        {copied === 'yes' ? t('share.copied') : copied === 'refused' ? t('share.copy-failed') : ''}
      </p>
    </section>
  );
}
