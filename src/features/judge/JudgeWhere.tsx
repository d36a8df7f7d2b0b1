/** Where the judge runs: a server by its address, or a model in this page; and what that means for the data. */

import { useId } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { changeJudgeSettings, listModels } from '../../store/judge-actions.ts';
import { MAX_CONCURRENCY, REPLY_TOKENS } from '../../store/judge-settings.ts';
import { useJudge } from '../../store/judge-store.ts';
import { useLab } from '../../store/lab-store.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { NumberField } from '../../ui/controls/NumberField.tsx';

const PLACES = ['endpoint', 'hub', 'chosen'] as const;

interface JudgeWhereProps {
  /** The model that wrote the outputs. */
  modelId: string;
  disabled: boolean;
}

export function JudgeWhere({ modelId, disabled }: JudgeWhereProps) {
  const { t } = useI18n();
  const { where, hubId } = useJudge((state) => state.settings);
  const chosen = useLab((state) => state.setup.source.id);
  const page = where === 'hub' ? hubId.trim() : where === 'chosen' ? chosen : null;
  return (
    <>
      <fieldset className="judge__group">
        <legend>{t('judge.where')}</legend>
        <div className="judge__row">
          {PLACES.map((place) => (
            <label className="check" key={place}>
              <input
                type="radio"
                name="judge-where"
                checked={where === place}
                disabled={disabled}
                onChange={() => changeJudgeSettings({ where: place })}
              />
              {t(`judge.where.${place}`)}
            </label>
          ))}
        </div>
      </fieldset>
      {where === 'endpoint' ? <EndpointFields disabled={disabled} /> : null}
      {where === 'hub' ? (
        <Field label={t('judge.hub-id')} hint={t('judge.hub-hint')}>
          {(control) => (
            <input
              {...control}
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={hubId}
              disabled={disabled}
              onChange={(event) => changeJudgeSettings({ hubId: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {where === 'chosen' ? <p className="small">{t('judge.chosen', { model: chosen })}</p> : null}
      {page === modelId ? <p className="small judge__warning">{t('judge.itself')}</p> : null}
      <p className="small muted">{t(where === 'endpoint' ? 'judge.leaves' : 'judge.stays')}</p>
    </>
  );
}

function EndpointFields({ disabled }: { disabled: boolean }) {
  const { t } = useI18n();
  const { address, key, concurrency, maxTokens } = useJudge((state) => state.settings);
  const field = (name: 'address' | 'key', value: string, type: string) => (
    <Field label={t(`judge.${name}`)} hint={t(`judge.${name}-hint`)}>
      {(control) => (
        <input
          {...control}
          className="input"
          type={type}
          inputMode={name === 'address' ? 'url' : undefined}
          // Keeps password managers from offering to store an API key.
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          spellCheck={false}
          value={value}
          disabled={disabled}
          onChange={(event) => changeJudgeSettings({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="judge__fields">
      {field('address', address, 'text')}
      <ModelField disabled={disabled} />
      {field('key', key, 'password')}
      <NumberField
        label={t('judge.concurrency')}
        value={concurrency}
        min={1}
        max={MAX_CONCURRENCY}
        invalid={t('judge.number-range', { min: 1, max: MAX_CONCURRENCY })}
        disabled={disabled}
        onChange={(value) => changeJudgeSettings({ concurrency: value })}
      />
      <NumberField
        label={t('judge.max-tokens')}
        hint={t('judge.max-tokens-hint')}
        value={maxTokens}
        {...REPLY_TOKENS}
        invalid={t('judge.number-range', REPLY_TOKENS)}
        disabled={disabled}
        onChange={(value) => changeJudgeSettings({ maxTokens: value })}
      />
    </div>
  );
}

/** The judge's name, typed or chosen among those that its server offers. */
function ModelField({ disabled }: { disabled: boolean }) {
  const { t, tn } = useI18n();
  const { address, model } = useJudge((state) => state.settings);
  const models = useJudge((state) => state.models);
  const listing = useJudge((state) => state.listing);
  const list = useId();
  const names = models?.address === address.trim() ? models.names : null;
  const hint = !names
    ? t('judge.model-hint')
    : names[0] === undefined
      ? t('judge.models-none')
      : tn('judge.models', names.length, { first: names[0] });
  return (
    <Field
      label={t('judge.model')}
      hint={<span aria-live="polite">{hint}</span>}
      action={
        <button
          type="button"
          className="link-button"
          disabled={disabled || listing || address.trim() === ''}
          onClick={() => void listModels()}
        >
          {t(listing ? 'judge.listing' : 'judge.list-models')}
        </button>
      }
    >
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            type="text"
            list={list}
            autoComplete="off"
            spellCheck={false}
            value={model}
            disabled={disabled}
            onChange={(event) => changeJudgeSettings({ model: event.target.value })}
          />
          <datalist id={list}>
            {names?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
