/** What still works on this machine, in one sentence; nothing where everything does. */

import { useEffect } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { detectCapability } from '../../store/capability.ts';
import { useLab } from '../../store/lab-store.ts';

export function CapabilityNotice() {
  const { t } = useI18n();
  const capability = useLab((state) => state.capability);
  useEffect(() => {
    void detectCapability();
  }, []);
  if (!capability || (capability.kind === 'webgpu' && !capability.software)) return null;
  return (
    <p
      className={capability.kind === 'webgpu' ? 'small muted' : 'notice notice--warning'}
      data-testid="capability"
    >
      {capability.kind === 'webgpu'
        ? t('capability.software')
        : t(`capability.${capability.reason}`, { detail: capability.detail })}
    </p>
  );
}
