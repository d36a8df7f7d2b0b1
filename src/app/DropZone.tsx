/** The whole page takes files and folders. Buttons do the same for whoever does not drag. */

import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useI18n } from '../i18n/react.tsx';
import { receiveFiles } from '../store/drop-actions.ts';
import { filesOfTransfer } from './dropped-files.ts';

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}

export function DropZone({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const [over, setOver] = useState(false);
  // Enter and leave fire for every element crossed; only their balance tells whether the pointer is inside.
  const depth = useRef(0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an extra way in; every file can also be chosen by a control
    <div
      className="drop-zone"
      onDragEnter={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current++;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (holdsFiles(event)) event.preventDefault();
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        void receiveFiles(filesOfTransfer(event.dataTransfer));
      }}
    >
      {children}
      {over ? (
        <div className="drop-zone__hint" aria-hidden="true">
          {t('drop.hint')}
        </div>
      ) : null}
    </div>
  );
}
