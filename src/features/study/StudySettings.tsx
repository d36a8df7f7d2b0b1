/** Conditions, seeds, items and tuning of a study, behind a disclosure with its summary. */

import { useEffect, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { parseSeeds } from '../../store/study-setup.ts';
import { changeStudySettings } from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { NumberField } from '../../ui/controls/NumberField.tsx';
import { ConditionBoxes } from './ConditionBoxes.tsx';
import { conditionName } from './study-view.ts';

export function StudySettings({ disabled }: { disabled: boolean }) {
  const i18n = useI18n();
  const { t, tn } = i18n;
  const settings = useStudy((state) => state.settings);
  const { conditions, seeds, itemLimit, fewShotCount, tuning } = settings;
  const names = conditions.map((condition) => conditionName(i18n, condition, settings));
  const number = (min: number, max: number) => t('settings.number-range', { min, max });
  const tune = (patch: Partial<typeof tuning>) => changeStudySettings({ tuning: { ...tuning, ...patch } });
  return (
    <details className="run__settings">
      <summary>
        <span className="run__settings-title">{t('study.settings')}</span>
        <span className="small muted">
          {t('study.settings-summary', {
            conditions: names.join(', '),
            items: itemLimit === 0 ? t('setup.items-all') : tn('setup.items', itemLimit),
            seeds: seeds.join(', '),
            steps: tuning.steps,
          })}
        </span>
      </summary>
      <div className="settings">
        <ConditionBoxes disabled={disabled} />
        <fieldset className="settings__group">
          <legend>{t('settings.tuning')}</legend>
          <div className="settings__grid">
            <NumberField
              label={t('settings.steps')}
              value={tuning.steps}
              min={1}
              max={10_000}
              invalid={number(1, 10_000)}
              disabled={disabled}
              onChange={(steps) => tune({ steps })}
            />
            <NumberField
              label={t('settings.batch')}
              value={tuning.batchSize}
              min={1}
              max={256}
              invalid={number(1, 256)}
              disabled={disabled}
              onChange={(batchSize) => tune({ batchSize })}
            />
            <NumberField
              label={t('settings.vectors')}
              value={tuning.numVirtualTokens}
              min={1}
              max={200}
              invalid={number(1, 200)}
              disabled={disabled}
              onChange={(numVirtualTokens) => tune({ numVirtualTokens })}
            />
            <NumberField
              label={t('settings.learning-rate')}
              value={tuning.learningRate}
              min={1e-7}
              max={100}
              integer={false}
              invalid={number(1e-7, 100)}
              disabled={disabled}
              onChange={(learningRate) => tune({ learningRate })}
            />
          </div>
        </fieldset>
        <fieldset className="settings__group">
          <legend>{t('settings.evaluation')}</legend>
          <NumberField
            label={t('settings.items')}
            value={itemLimit}
            min={0}
            max={1_000_000}
            hint={t('study.items-hint')}
            invalid={number(0, 1_000_000)}
            disabled={disabled}
            onChange={(limit) => changeStudySettings({ itemLimit: limit })}
          />
          <NumberField
            label={t('settings.few-shot')}
            value={fewShotCount}
            min={0}
            max={64}
            invalid={number(0, 64)}
            disabled={disabled}
            onChange={(count) => changeStudySettings({ fewShotCount: count })}
          />
          <SeedsField seeds={seeds} disabled={disabled} />
        </fieldset>
      </div>
    </details>
  );
}

function SeedsField({ seeds, disabled }: { seeds: readonly number[]; disabled: boolean }) {
  const { t } = useI18n();
  const [text, setText] = useState(seeds.join(', '));
  const valid = parseSeeds(text) !== null;
  // Seeds changed from outside (another study set up) replace the text, unless it already means them.
  useEffect(() => {
    setText((current) => (parseSeeds(current)?.join() === seeds.join() ? current : seeds.join(', ')));
  }, [seeds]);
  return (
    <Field
      label={t('study.seeds')}
      hint={t('study.seeds-hint')}
      error={valid ? undefined : t('study.seeds-invalid')}
    >
      {(control) => (
        <input
          {...control}
          className="input tabular"
          value={text}
          disabled={disabled}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            const parsed = parseSeeds(event.target.value);
            if (parsed) changeStudySettings({ seeds: parsed });
          }}
        />
      )}
    </Field>
  );
}
