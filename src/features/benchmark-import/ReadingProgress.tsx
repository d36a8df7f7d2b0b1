/** How far the worker has read a file. */

import { useI18n } from '../../i18n/react.tsx';
import type { Reading } from './use-import.ts';

export function ReadingProgress({ reading }: { reading: Reading | null }) {
  const { t, format } = useI18n();
  if (!reading) return <p className="muted">{t('import.reading')}</p>;
  const { name, loaded, total, rows } = reading;
  return (
    <div className="import__reading">
      <p className="muted tabular">
        {t('import.reading-file', {
          name,
          loaded: format.bytes(loaded),
          total: format.bytes(total),
          rows: format.number(rows),
        })}
      </p>
      <div className="progress" aria-hidden="true">
        <div className="progress__bar" style={{ width: `${(100 * loaded) / Math.max(1, total)}%` }} />
      </div>
    </div>
  );
}
