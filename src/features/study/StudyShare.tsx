/** Passing a study on: a link that holds it whole, or a file. */

import { useCallback } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { StudyResult } from '../../lab/study/types.ts';
import { makeStudyFile, makeStudyLink, studyFileName } from '../../store/study-view-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { LinkRow } from '../../ui/share/LinkRow.tsx';
import { useMadeFile } from '../../ui/share/use-made-file.ts';
import { useMadeLink } from '../../ui/share/use-made-link.ts';
import { cellsCsv } from './csv.ts';

export function StudyShare({ result }: { result: StudyResult }) {
  const { t } = useI18n();
  const { failure, dismiss, save } = useMadeFile();
  const { link, error } = useMadeLink(useCallback(() => makeStudyLink(result), [result]));
  return (
    <section className="share" aria-labelledby="study-share-title">
      <h3 id="study-share-title">{t('study.share')}</h3>
      <p className="muted">{t('study.share-lead')}</p>
      {error ? <ErrorNotice error={error} /> : null}
      {failure ? <ErrorNotice error={failure} onDismiss={dismiss} /> : null}
      <LinkRow
        label={t('study.share-link')}
        link={link}
        hint={
          <>
            {link
              ? t(link.tooLong ? 'share.too-long' : 'share.size', { count: link.length })
              : t('app.loading')}
            {` · ${t('share.download-hint')}`}
          </>
        }
      >
        <Button onClick={() => save(() => makeStudyFile(result))}>
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
      </LinkRow>
    </section>
  );
}
