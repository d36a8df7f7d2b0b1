/** Which file or folder a result needs before it can be run again: no failure, so it is said without alarm. */

import { useI18n } from '../../i18n/react.tsx';
import { useLab } from '../../store/lab-store.ts';
import { dismissAwaited } from '../../store/setup-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';

export function AwaitedNotice() {
  const { t } = useI18n();
  const awaited = useLab((state) => state.awaited);
  if (!awaited) return null;
  const { kind, name } = awaited;
  return (
    <div className="notice" role="status" data-testid="awaited">
      <p className="notice__body">
        {kind === 'folder'
          ? t('setup.awaited-folder', { name })
          : t('setup.awaited-file', {
              name,
              hash: [...new Set([awaited.hashes.train, awaited.hashes.test])]
                .map((hash) => hash.slice(0, 8))
                .join(', '),
            })}
      </p>
      <Button look="quiet" onClick={dismissAwaited}>
        {t('setup.awaited-dismiss')}
      </Button>
    </div>
  );
}
