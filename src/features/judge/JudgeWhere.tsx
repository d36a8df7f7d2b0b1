/** Where the judge runs: a server by its address, or a model in this page; and what that means for the data. */

import { useI18n } from '../../i18n/react.tsx';
import { changeJudgeSettings } from '../../store/judge-actions.ts';
import { MAX_CONCURRENCY } from '../../store/judge-settings.ts';
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
  const { address, model, key, concurrency } = useJudge((state) => state.settings);
  const field = (name: 'address' | 'model' | 'key', value: string, type: string) => (
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
      {field('model', model, 'text')}
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
    </div>
  );
}
