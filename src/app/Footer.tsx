/** Honest limits and where the method comes from. */

import { useI18n } from '../i18n/react.tsx';
import { PAPER_URL } from './Header.tsx';

const LIMITS = ['micro', 'wrong', 'noise', 'judge'] as const;

export function Footer() {
  const { t } = useI18n();
  return (
    <footer className="footer">
      <div className="footer__inner">
        <section aria-labelledby="limits-title">
          <h2 id="limits-title" className="eyebrow">
            {t('footer.limits')}
          </h2>
          <ul>
            {LIMITS.map((limit) => (
              <li key={limit}>{t(`footer.limit.${limit}`)}</li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="method-title">
          <h2 id="method-title" className="eyebrow">
            {t('footer.method')}
          </h2>
          <ul>
            <li>
              <a href={PAPER_URL} target="_blank" rel="noreferrer">
                {t('footer.paper')}
              </a>
            </li>
            <li>
              <a href="https://arxiv.org/abs/2104.08691" target="_blank" rel="noreferrer">
                {t('footer.lester')}
              </a>
            </li>
            <li>{t('footer.private')}</li>
          </ul>
        </section>
      </div>
    </footer>
  );
}
