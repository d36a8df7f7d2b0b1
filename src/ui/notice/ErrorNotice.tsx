/** A failure in a sentence with its next step; the technical detail can be opened. */

import { useI18n } from '../../i18n/react.tsx';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import type { ErrorData } from '../../lib/errors.ts';
import { Button } from '../controls/Button.tsx';

export function ErrorNotice({ error, onDismiss }: { error: ErrorData; onDismiss?: () => void }) {
  const { t } = useI18n();
  const texts = useErrorTexts();
  return (
    <div className="notice notice--error" role="alert" data-code={error.code}>
      <div className="notice__body">
        <p>{texts ? texts.error(error.code, error.params) : error.code}</p>
        {error.detail ? (
          <details>
            <summary>{t('app.details')}</summary>
            <pre>{`${error.code}\n${error.detail}`}</pre>
          </details>
        ) : null}
      </div>
      {onDismiss ? (
        <Button look="quiet" onClick={onDismiss}>
          {t('app.dismiss')}
        </Button>
      ) : null}
    </div>
  );
}
