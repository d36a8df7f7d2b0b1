/** Everything about a run that can be changed. Each change is valid at once; invalid text is kept as a draft and holds the run back. */

import { useI18n } from '../../i18n/react.tsx';
import type { MessageKey } from '../../i18n/translate.ts';
import {
  type InitName,
  type OptimizerName,
  PLACEBOS,
  type ScheduleName,
  type TuningConfig,
} from '../../lab/types.ts';
import type { DraftField } from '../../store/drafts.ts';
import { useLab } from '../../store/lab-store.ts';
import { isBusy } from '../../store/run-state.ts';
import { ALL_CONDITIONS, isDefaultSettings } from '../../store/setup.ts';
import { changeSettings, keepDraft, resetSettings } from '../../store/setup-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { NumberField } from '../../ui/controls/NumberField.tsx';
import { SelectField } from '../../ui/controls/SelectField.tsx';
import { OPTIMIZER_NAMES } from '../../ui/optimizer-names.ts';
import { EvalStepsField } from './EvalStepsField.tsx';
import { KernelField } from './KernelField.tsx';

const OPTIMIZERS: readonly OptimizerName[] = ['adam', 'adamw', 'adafactor'];
const SCHEDULES: readonly ScheduleName[] = ['constant', 'linear', 'cosine'];
const INITS: readonly InitName[] = ['sample-vocab', 'random', 'text'];
/** A rate that suits each optimiser; taken with it, since 0.3 (Lester et al.) is far too much for Adam. */
const USUAL_RATE: Readonly<Record<OptimizerName, number>> = { adam: 0.03, adamw: 0.03, adafactor: 0.3 };

function Settings() {
  const { t, locale } = useI18n();
  const drafts = useLab((state) => state.drafts);
  const { settings, source } = useLab((state) => state.setup);
  const busy = useLab((state) => isBusy(state.run.status));
  const { tuning, conditions } = settings;
  const changeTuning = (patch: Partial<TuningConfig>) => changeSettings({ tuning: { ...tuning, ...patch } });

  const slotOf = (key: DraftField) => ({
    draft: drafts[key],
    onDraft: (text: string | null) => keepDraft(key, text),
  });
  const number = (
    key: DraftField,
    value: number,
    [min, max]: readonly [number, number],
    onChange: (value: number) => void,
    more: { integer?: boolean; hint?: MessageKey } = {},
  ) => (
    <NumberField
      label={t(key)}
      value={value}
      min={min}
      max={max}
      invalid={t('settings.number-range', { min, max })}
      onChange={onChange}
      decimal={locale === 'de' ? ',' : '.'}
      slot={slotOf(key)}
      {...(more.integer === undefined ? {} : { integer: more.integer })}
      {...(more.hint ? { hint: t(more.hint) } : {})}
    />
  );

  return (
    <fieldset className="settings" disabled={busy}>
      <legend className="visually-hidden">{t('setup.settings')}</legend>
      <fieldset className="settings__group">
        <legend>{t('settings.conditions')}</legend>
        {ALL_CONDITIONS.map((condition) => (
          <label className="check" key={condition}>
            <input
              type="checkbox"
              checked={conditions.includes(condition)}
              onChange={(event) =>
                changeSettings({
                  conditions: ALL_CONDITIONS.filter((c) =>
                    c === condition ? event.target.checked : conditions.includes(c),
                  ),
                })
              }
            />
            <span>
              {t(`condition.${condition}`, { count: settings.fewShotCount })}
              <span className="field__hint settings__hint">{t(`condition.${condition}.hint`)}</span>
            </span>
          </label>
        ))}
        {conditions.length === 0 ? <p className="field__error">{t('settings.at-least-one')}</p> : null}
        <ControlBoxes />
        {number('settings.few-shot', settings.fewShotCount, [1, 32], (fewShotCount) =>
          changeSettings({ fewShotCount }),
        )}
      </fieldset>

      <fieldset className="settings__group settings__group--wide">
        <legend>{t('settings.tuning')}</legend>
        <div className="settings__grid">
          {number('settings.vectors', tuning.numVirtualTokens, [1, 200], (numVirtualTokens) =>
            changeTuning({ numVirtualTokens }),
          )}
          {number('settings.steps', tuning.steps, [1, 10_000], (steps) => changeTuning({ steps }))}
          {number('settings.batch', tuning.batchSize, [1, 256], (batchSize) => changeTuning({ batchSize }))}
          <SelectField
            label={t('settings.optimizer')}
            value={tuning.optimizer}
            options={OPTIMIZERS.map((value) => ({ value, label: OPTIMIZER_NAMES[value] }))}
            onChange={(optimizer) => changeTuning({ optimizer, learningRate: USUAL_RATE[optimizer] })}
          />
          {number(
            'settings.learning-rate',
            tuning.learningRate,
            [0.000001, 10],
            (learningRate) => changeTuning({ learningRate }),
            { integer: false },
          )}
          <SelectField
            label={t('settings.schedule')}
            value={tuning.schedule}
            options={SCHEDULES.map((value) => ({ value, label: t(`settings.schedule.${value}`) }))}
            onChange={(schedule) => changeTuning({ schedule })}
          />
          <SelectField
            label={t('settings.init')}
            className="settings__init"
            value={tuning.init}
            options={INITS.map((value) => ({ value, label: t(`settings.init.${value}`) }))}
            onChange={(init) => changeTuning({ init })}
          />
          {number('settings.clip', tuning.clipNorm, [0, 1000], (clipNorm) => changeTuning({ clipNorm }), {
            integer: false,
            hint: 'settings.clip-hint',
          })}
          {tuning.init === 'text' ? (
            <Field label={t('settings.init-text')} className="settings__text">
              {(control) => (
                <input
                  {...control}
                  className="input"
                  value={tuning.initText}
                  onChange={(event) => changeTuning({ initText: event.target.value })}
                />
              )}
            </Field>
          ) : null}
        </div>
      </fieldset>

      <fieldset className="settings__group">
        <legend>{t('settings.evaluation')}</legend>
        {number(
          'settings.items',
          settings.itemLimit,
          [0, 1_000_000],
          (itemLimit) => changeSettings({ itemLimit }),
          {
            hint: 'settings.items-hint',
          },
        )}
        <EvalStepsField
          evalSteps={settings.evalSteps}
          steps={tuning.steps}
          slot={slotOf('settings.eval-steps')}
          onChange={(evalSteps) => changeSettings({ evalSteps })}
        />
        {number(
          'settings.max-tokens',
          settings.maxNewTokens,
          [0, 1024],
          (maxNewTokens) => changeSettings({ maxNewTokens }),
          { hint: 'settings.max-tokens-hint' },
        )}
        {number('settings.seed', settings.seed, [0, 2_147_483_647], (seed) => changeSettings({ seed }), {
          hint: 'settings.seed-hint',
        })}
        <label className="check">
          <input
            type="checkbox"
            checked={settings.useChatTemplate}
            onChange={(event) => changeSettings({ useChatTemplate: event.target.checked })}
          />
          {t('settings.chat-template')}
        </label>
        <KernelField />
      </fieldset>

      <div className="settings__foot">
        <Button
          look="quiet"
          disabled={isDefaultSettings(settings, source.id) && Object.keys(drafts).length === 0}
          onClick={resetSettings}
        >
          {t('setup.reset')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Placebo controls belong to the tuning: without it there is nothing to control. */
function ControlBoxes() {
  const { t } = useI18n();
  const { conditions, controls = [] } = useLab((state) => state.setup.settings);
  return PLACEBOS.map((control) => (
    <label className="check" key={control}>
      <input
        type="checkbox"
        checked={controls.includes(control)}
        disabled={!conditions.includes('soft-prompt')}
        onChange={(event) => {
          const chosen = PLACEBOS.filter((c) =>
            c === control ? event.target.checked : controls.includes(c),
          );
          changeSettings({ controls: chosen.length > 0 ? chosen : undefined });
        }}
      />
      <span>
        {t(`controls.${control}`)}
        <span className="field__hint settings__hint">{t(`controls.${control}.hint`)}</span>
      </span>
    </label>
  ));
}

export default Settings;
