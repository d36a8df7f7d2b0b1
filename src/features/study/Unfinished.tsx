/** Studies of this browser that were cut off: one button goes on. */

import { useI18n } from '../../i18n/react.tsx';
import { continueStudy } from '../../store/study-actions.ts';
import { giveFolder, type WantedFolder } from '../../store/study-folders.ts';
import { isStudyBusy } from '../../store/study-session.ts';
import { useStudy } from '../../store/study-store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FileInput } from '../../ui/controls/FileInput.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';

export function Unfinished() {
  const { t, format } = useI18n();
  const unfinished = useStudy((state) => state.unfinished);
  const session = useStudy((state) => state.session);
  if (unfinished.length === 0 || isStudyBusy(session.status)) return null;
  return (
    <ul className="study__unfinished" aria-label={t('study.unfinished')}>
      {unfinished.map(({ id, name, createdAt, folders }) => (
        <li key={id} className="notice">
          <div className="notice__body">
            <p>
              <strong>{name}</strong>{' '}
              <span className="muted">{t('study.started-at', { time: format.dateTime(createdAt) })}</span>
            </p>
            <p className="small muted">{t('study.unfinished-text')}</p>
            {folders.map((folder) => (
              <FolderField key={folder.id} folder={folder} />
            ))}
          </div>
          <Button onClick={() => void continueStudy(id)}>{t('study.go-on')}</Button>
        </li>
      ))}
    </ul>
  );
}

/** Asks for a folder of an earlier visit; says when it is there. */
function FolderField({ folder }: { folder: WantedFolder }) {
  const { t } = useI18n();
  const given = useStudy((state) => state.folders.some(({ id }) => id === folder.id));
  if (given) return <p className="small">{t('study.folder-there', { model: folder.id })}</p>;
  return (
    <div className="small study__folder">
      <span>{t('study.folder-wanted', { model: folder.id })}</span>
      <FileInput
        label={t('study.folder-of', { model: folder.id })}
        testId="wanted-folder-input"
        folder
        onFiles={(files) => void giveFolder(folder, files)}
      >
        {(open) => (
          <Button onClick={open}>
            <Icon name="folder" />
            {t('study.folder-choose')}
          </Button>
        )}
      </FileInput>
    </div>
  );
}
