/** The conditions of a study; placebos belong to the soft prompt they control. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyCondition } from '../../lab/study/types.ts';
import { isCondition, placeboOf } from '../../lab/types.ts';
import { STUDY_CONDITIONS } from '../../store/study-setup.ts';
import { changeStudySettings } from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { conditionName } from './study-view.ts';

export function ConditionBoxes({ disabled }: { disabled: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const settings = useStudy((state) => state.settings);
  const { conditions } = settings;
  const box = (condition: StudyCondition) => {
    const placebo = placeboOf(condition);
    return (
      <label className="check" key={condition}>
        <input
          type="checkbox"
          checked={conditions.includes(condition)}
          disabled={disabled || (placebo !== undefined && !conditions.includes('soft-prompt'))}
          onChange={(event) =>
            changeStudySettings({
              conditions: STUDY_CONDITIONS.filter((other) =>
                other === condition ? event.target.checked : conditions.includes(other),
              ),
            })
          }
        />
        <span>
          {conditionName(i18n, condition, settings)}
          {placebo ? (
            <span className="field__hint settings__hint">{t(`controls.${placebo}.hint`)}</span>
          ) : null}
        </span>
      </label>
    );
  };
  return (
    <div className="settings__group">
      <fieldset className="settings__group">
        <legend>{t('settings.conditions')}</legend>
        {STUDY_CONDITIONS.filter(isCondition).map(box)}
        {conditions.length === 0 ? <p className="field__error">{t('settings.at-least-one')}</p> : null}
      </fieldset>
      <fieldset className="settings__group">
        <legend>{t('study.placebos')}</legend>
        {STUDY_CONDITIONS.filter((condition) => !isCondition(condition)).map(box)}
      </fieldset>
    </div>
  );
}
