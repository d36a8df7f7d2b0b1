/** Which file or folder a result needs before it can be run again: no failure, so it is said without alarm. */

import { useI18n } from '../../i18n/react.tsx';
import { Button } from '../controls/Button.tsx';

export interface AwaitedNoticeProps {
  name: string;
  /** SHA-256 of a benchmark's two halves; null = a model's folder. */
  hashes: { readonly train: string; readonly test: string } | null;
  /** Goes on with what is chosen instead. */
  onDismiss: () => void;
}

export function AwaitedNotice({ name, hashes, onDismiss }: AwaitedNoticeProps) {
  const { t } = useI18n();
  const short = hashes && [...new Set([hashes.train, hashes.test])].map((hash) => hash.slice(0, 8));
  return (
    <div className="notice" role="status" data-testid="awaited">
      <p className="notice__body">
        {short
          ? t('setup.awaited-file', { name, hash: short.join(', ') })
          : t('setup.awaited-folder', { name })}
      </p>
      <Button look="quiet" onClick={onDismiss}>
        {t('setup.awaited-dismiss')}
      </Button>
    </div>
  );
}
