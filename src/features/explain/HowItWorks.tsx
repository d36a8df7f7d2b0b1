/** The method in four steps and one picture. */

import { useI18n } from '../../i18n/react.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { Diagram } from './Diagram.tsx';
import './explain.css';

const STEPS = [1, 2, 3, 4] as const;

export function HowItWorks() {
  const { t } = useI18n();
  return (
    <section className="explain" id="how" aria-labelledby="how-title">
      <h2 id="how-title">{t('explain.title')}</h2>
      <ScrollRegion label={t('explain.picture')}>
        <Diagram />
      </ScrollRegion>
      <ol className="explain__steps">
        {STEPS.map((step) => (
          <li key={step}>
            <span className="explain__number" aria-hidden="true">
              {step}
            </span>
            <h3>{t(`explain.${step}.title`)}</h3>
            <p>{t(`explain.${step}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
