/** Which kernels models are computed with: the fastest by measurement, or one that is pinned. */

import { useEffect, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { kernelNames, measureKernelsAgain, pinKernels } from '../../store/kernel-actions.ts';
import { useLab } from '../../store/lab-store.ts';
import { SelectField } from '../../ui/controls/SelectField.tsx';
import { kernelText } from '../../ui/kernel-text.ts';

export function KernelField() {
  const i18n = useI18n();
  const { t } = i18n;
  const pinned = useLab((state) => state.preferences.kernels) ?? '';
  const choice = useLab((state) => state.run.kernels);
  const webgpu = useLab((state) => state.capability?.kind === 'webgpu');
  const [names, setNames] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (webgpu) void kernelNames().then(setNames);
  }, [webgpu]);
  if (!webgpu) return null;
  // A name that an earlier version knew can still be seen and left.
  const options = pinned === '' || names.includes(pinned) ? names : [pinned, ...names];
  return (
    <SelectField
      label={t('kernels.title')}
      hint={asked ? t('kernels.asked') : choice ? kernelText(choice, i18n) : t('kernels.hint')}
      action={
        <button
          type="button"
          className="link-button"
          disabled={asked}
          onClick={() => void measureKernelsAgain().then(() => setAsked(true))}
        >
          {t('kernels.again')}
        </button>
      }
      value={pinned}
      options={[
        { value: '', label: t('kernels.auto') },
        ...options.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(name) => void pinKernels(name === '' ? null : name)}
    />
  );
}
