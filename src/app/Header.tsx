/** Name, links, language and theme. */

import { useI18n } from '../i18n/react.tsx';
import { useLab } from '../store/lab-store.ts';
import { setPreferences } from '../store/setup-actions.ts';
import { Icon } from '../ui/controls/Icon.tsx';
import { Segmented } from '../ui/controls/Segmented.tsx';

export const PAPER_URL = 'https://arxiv.org/abs/2606.12117';

export function Header() {
  const { t } = useI18n();
  const { locale, theme } = useLab((state) => state.preferences);
  return (
    <header className="masthead">
      <h1 className="masthead__name">
        <Mark />
        {t('app.title')}
      </h1>
      <nav className="masthead__links" aria-label={t('app.title')}>
        <a href={PAPER_URL} target="_blank" rel="noreferrer">
          {t('app.paper')}
        </a>
        <button
          type="button"
          className="link-button"
          onClick={() => document.getElementById('how')?.scrollIntoView()}
        >
          {t('app.how')}
        </button>
      </nav>
      <div className="masthead__switches">
        <Segmented
          label={t('app.language')}
          value={locale}
          options={[
            { value: 'en', label: 'English' },
            { value: 'de', label: 'Deutsch' },
          ]}
          onChange={(next) => setPreferences({ locale: next })}
        />
        <Segmented
          label={t('app.theme')}
          value={theme}
          options={[
            { value: 'system', label: t('app.theme.system'), icon: <Icon name="system" /> },
            { value: 'light', label: t('app.theme.light'), icon: <Icon name="sun" /> },
            { value: 'dark', label: t('app.theme.dark'), icon: <Icon name="moon" /> },
          ]}
          onChange={(next) => setPreferences({ theme: next })}
        />
      </div>
    </header>
  );
}

/** Ten vectors before a text: the sign of the lab. */
function Mark() {
  return (
    <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true" focusable="false">
      <g fill="var(--series-format)">
        <rect x="0" y="3" width="3" height="16" rx="1" />
        <rect x="5" y="3" width="3" height="16" rx="1" opacity="0.75" />
        <rect x="10" y="3" width="3" height="16" rx="1" opacity="0.5" />
      </g>
      <g fill="var(--ink)">
        <rect x="16" y="3" width="10" height="3" rx="1" />
        <rect x="16" y="9.5" width="10" height="3" rx="1" />
        <rect x="16" y="16" width="6" height="3" rx="1" />
      </g>
    </svg>
  );
}
