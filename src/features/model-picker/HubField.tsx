/** The id of a hub model and the button that looks it up: a few kilobytes, no weights. */

import { type FormEvent, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { toErrorData } from '../../lib/errors.ts';
import { takeHubModel } from '../../store/model-actions.ts';
import { setHubPending, setNotice } from '../../store/setup-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';

const HUB_ID = /^[\w.-]+\/[\w.-]+$/;

export function HubField({ initial, disabled }: { initial: string; disabled: boolean }) {
  const { t } = useI18n();
  const [id, setId] = useState(initial);
  const [looking, setLooking] = useState(false);
  const [tried, setTried] = useState(false);
  const valid = HUB_ID.test(id.trim());

  const lookUp = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!valid) return;
    setLooking(true);
    try {
      await takeHubModel(id.trim());
    } catch (thrown) {
      setNotice(toErrorData(thrown));
    } finally {
      setLooking(false);
    }
  };

  return (
    <form onSubmit={lookUp}>
      <Field label={t('setup.hub.id')} error={tried && !valid ? t('setup.hub.invalid') : undefined}>
        {(control) => (
          <span className="setup__inline">
            <input
              {...control}
              className="input mono"
              placeholder={t('setup.hub.placeholder')}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={id}
              disabled={disabled}
              onChange={(event) => {
                setId(event.target.value);
                setHubPending(true);
              }}
            />
            <Button type="submit" disabled={disabled || looking}>
              {t(looking ? 'setup.hub.looking' : 'setup.hub.look-up')}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
