/** Which ONNX file of a hub or local model to use, and what a download of it costs, before it begins. */

import { useI18n } from '../../i18n/react.tsx';
import { useLab } from '../../store/lab-store.ts';
import { chooseModelFile } from '../../store/setup-actions.ts';
import { SelectField } from '../../ui/controls/SelectField.tsx';

export function VariantField({ disabled }: { disabled: boolean }) {
  const { t, format } = useI18n();
  const variants = useLab((state) => state.variants);
  const source = useLab((state) => state.setup.source);
  const modelFile = useLab((state) => state.setup.modelFile);
  if (!variants) return null;
  const chosen = variants.variants.find((variant) => variant.path === modelFile);
  const cost =
    source.kind !== 'hub'
      ? undefined
      : chosen?.bytes === undefined
        ? t('setup.download-unknown')
        : t('setup.download', { size: format.bytes(chosen.bytes) });
  return (
    <SelectField
      label={t('setup.file')}
      hint={cost}
      value={modelFile}
      options={variants.variants.map(({ path, bytes }) => ({
        value: path,
        label: bytes === undefined ? path : t('setup.file.size', { path, size: format.bytes(bytes) }),
      }))}
      disabled={disabled}
      onChange={chooseModelFile}
    />
  );
}
