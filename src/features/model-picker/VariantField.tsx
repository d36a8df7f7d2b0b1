/** Which ONNX file of a hub or local model to use, and what a download of it costs, before it begins. */

import { useI18n } from '../../i18n/react.tsx';
import { useLab } from '../../store/lab-store.ts';
import { chooseModelFile } from '../../store/setup-actions.ts';
import { Field } from '../../ui/controls/Field.tsx';

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
    <Field label={t('setup.file')} hint={cost}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={modelFile}
          disabled={disabled}
          onChange={(event) => chooseModelFile(event.target.value)}
        >
          {variants.variants.map(({ path, bytes }) => (
            <option key={path} value={path}>
              {bytes === undefined ? path : t('setup.file.size', { path, size: format.bytes(bytes) })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
