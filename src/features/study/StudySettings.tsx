/** Conditions, seeds, items and tuning of a study, behind a disclosure with its summary. */

import { useI18n } from '../../i18n/react.tsx';
import { type DraftField, draftFields } from '../../store/drafts.ts';
import { parseSeeds } from '../../store/study-setup.ts';
import { changeStudySettings, keepStudyDraft } from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { NumberField } from '../../ui/controls/NumberField.tsx';
import { type DraftSlot, useDraft } from '../../ui/controls/use-draft.ts';
import { ConditionBoxes } from './ConditionBoxes.tsx';
import { conditionName } from './study-view.ts';

export function StudySettings({ disabled }: { disabled: boolean }) {
  const i18n = useI18n();
  const { t, tn, locale } = i18n;
  const drafts = useStudy((state) => state.drafts);
  const settings = useStudy((state) => state.settings);
  const { conditions, seeds, itemLimit, fewShotCount, tuning } = settings;
  const names = conditions.map((condition) => conditionName(i18n, condition, settings));
  const number = (min: number, max: number) => t('settings.number-range', { min, max });
  const slotOf = (field: DraftField) => ({
    draft: drafts[field],
    onDraft: (text: string | null) => keepStudyDraft(field, text),
  });
  const tune = (patch: Partial<typeof tuning>) => changeStudySettings({ tuning: { ...tuning, ...patch } });
  const faulty = draftFields(drafts);
  return (
    <>
      {faulty.length > 0 ? (
        <p className="field__error" role="alert">
          {t('setup.correct-first', { fields: faulty.map((field) => t(field)).join(', ') })}
        </p>
      ) : null}
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
                slot={slotOf('settings.steps')}
                value={tuning.steps}
                min={1}
                max={10_000}
                invalid={number(1, 10_000)}
                disabled={disabled}
                onChange={(steps) => tune({ steps })}
              />
              <NumberField
                label={t('settings.batch')}
                slot={slotOf('settings.batch')}
                value={tuning.batchSize}
                min={1}
                max={256}
                invalid={number(1, 256)}
                disabled={disabled}
                onChange={(batchSize) => tune({ batchSize })}
              />
              <NumberField
                label={t('settings.vectors')}
                slot={slotOf('settings.vectors')}
                value={tuning.numVirtualTokens}
                min={1}
                max={200}
                invalid={number(1, 200)}
                disabled={disabled}
                onChange={(numVirtualTokens) => tune({ numVirtualTokens })}
              />
              <NumberField
                label={t('settings.learning-rate')}
                slot={slotOf('settings.learning-rate')}
                value={tuning.learningRate}
                min={1e-7}
                max={100}
                integer={false}
                decimal={locale === 'de' ? ',' : '.'}
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
              slot={slotOf('settings.items')}
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
              slot={slotOf('settings.few-shot')}
              value={fewShotCount}
              min={0}
              max={64}
              invalid={number(0, 64)}
              disabled={disabled}
              onChange={(count) => changeStudySettings({ fewShotCount: count })}
            />
            <SeedsField seeds={seeds} slot={slotOf('study.seeds')} disabled={disabled} />
          </fieldset>
        </div>
      </details>
    </>
  );
}

interface SeedsFieldProps {
  seeds: readonly number[];
  slot: DraftSlot;
  disabled: boolean;
}

function SeedsField({ seeds, slot, disabled }: SeedsFieldProps) {
  const { t } = useI18n();
  const field = useDraft(seeds.join(', '), (text) => parseSeeds(text)?.join() === seeds.join(), slot);
  return (
    <Field
      label={t('study.seeds')}
      hint={t('study.seeds-hint')}
      error={field.invalid ? t('study.seeds-invalid') : undefined}
    >
      {(control) => (
        <input
          {...control}
          className="input tabular"
          value={field.text}
          disabled={disabled}
          autoComplete="off"
          onChange={(event) => {
            const parsed = parseSeeds(event.target.value);
            field.change(event.target.value, parsed !== null);
            if (parsed) changeStudySettings({ seeds: parsed });
          }}
        />
      )}
    </Field>
  );
}
