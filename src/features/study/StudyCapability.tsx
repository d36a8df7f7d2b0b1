/** What the study will leave out on this machine, said before it starts; nothing where nothing is left out. */

import { useEffect } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { detectCapability } from '../../store/capability.ts';
import { useLab } from '../../store/lab-store.ts';
import { useStudy } from '../../store/study-store.ts';
import { needsWebgpu } from './study-view.ts';

export function StudyCapability() {
  const { t } = useI18n();
  const wasmOnly = useLab(({ capability }) => capability?.kind === 'wasm-only');
  const conditions = useStudy((state) => state.settings.conditions);
  useEffect(() => {
    void detectCapability();
  }, []);
  if (!wasmOnly || !conditions.some(needsWebgpu)) return null;
  return (
    <p className="notice notice--warning" data-testid="study-capability">
      {t(conditions.every(needsWebgpu) ? 'study.settings-only-webgpu' : 'study.settings-need-webgpu')}
    </p>
  );
}
