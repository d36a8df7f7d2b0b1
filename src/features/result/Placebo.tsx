/** Placebo controls beside the real tuning: charts, a sober sentence each, the numbers; or the offer to run one. */

import type { Rate } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { type ControlResult, PLACEBOS, SLOW_RATE } from '../../lab/types.ts';
import { type AnalysisView, placeboFinding } from '../../store/analysis.ts';
import { MARGIN } from '../../store/changes.ts';
import { curveRows } from '../../store/curves.ts';
import { useLab } from '../../store/lab-store.ts';
import { runPlacebo } from '../../store/placebo-actions.ts';
import { isBusy } from '../../store/run-state.ts';
import type { RunView } from '../../store/view.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { signed } from '../../ui/number-text.ts';
import { PlaceboChart } from './PlaceboChart.tsx';
import { PlaceboTable } from './PlaceboTable.tsx';
import { formFirst } from './placebo-form-first.ts';
import { capitalised } from './placebo-name.ts';
import { rateText } from './rate-text.ts';

interface PlaceboProps {
  view: RunView;
  /** null until computed, and where the result keeps no paired counts. */
  analysis: AnalysisView | null;
}

export function Placebo({ view, analysis }: PlaceboProps) {
  const { t } = useI18n();
  const busy = useLab((state) => isBusy(state.run.status));
  const { result, controls, config } = view;
  if (!config.conditions.includes('soft-prompt')) return null;
  const missing = PLACEBOS.filter((control) => !(config.controls ?? []).includes(control));
  return (
    <section className="placebo" aria-labelledby="placebo-title">
      <h2 id="placebo-title">{t('placebo.title')}</h2>
      {controls.length > 0 ? (
        <Controls view={view} analysis={analysis} />
      ) : (
        <p className="muted">{t('placebo.invite')}</p>
      )}
      {result && missing.length > 0 ? (
        <div className="placebo__buttons">
          {missing.map((control) => (
            <Button key={control} disabled={busy} onClick={() => void runPlacebo(result, control)}>
              {t(`controls.${control}`)}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

function Controls({ view, analysis }: PlaceboProps) {
  const { t } = useI18n();
  const { points, controls, config } = view;
  const rate = config.tuning.learningRate;
  const slow = controls.some(({ control }) => control.endsWith('-slow'));
  const series = [
    { name: t('placebo.real'), rows: curveRows(points) },
    ...controls.map(({ control, points: own }) => ({
      name: capitalised(t(`controls.${control}.answers`)),
      rows: curveRows(own),
      placebo: control,
    })),
  ];
  return (
    <>
      <p className="muted">
        {t('placebo.lead')}
        {slow ? ` ${t('placebo.low-rate', { low: rate * SLOW_RATE, full: rate })}` : ''}
      </p>
      <div className="placebo__charts">
        <PlaceboChart metric="format" series={series} steps={config.tuning.steps} />
        <PlaceboChart metric="knowledge" series={series} steps={config.tuning.steps} />
      </div>
      {controls.map((control) => (
        <Sentence key={control.control} control={control} view={view} analysis={analysis} />
      ))}
      <PlaceboTable view={view} />
    </>
  );
}

function Sentence({ control, view, analysis }: PlaceboProps & { control: ControlResult }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { config, points } = view;
  const found = placeboFinding(control, points, Math.max(...config.evalSteps), analysis?.comparisons);
  if (!found) return null;
  const percent = (rate: Rate) => rateText(i18n, rate);
  const share = (value: number) => signed(format.fixed, value);
  const { low, high } = found.knowledge;
  const first = formFirst(control);
  const text = [
    t('placebo.finding', {
      name: t(`controls.${control.control}.answers`),
      format: percent(found.format),
      realFormat: percent(found.realFormat),
      before: percent(found.before),
      after: percent(found.after),
      realAfter: percent(found.realAfter),
      n: found.n,
    }),
    found.form === 'shape-only' ? t('placebo.shape-only', { shape: percent(found.shape) }) : '',
    found.form === 'behind' ? t('placebo.form-too') : '',
    first
      ? t('placebo.form-first', {
          step: first.step,
          shape: percent(first.shape),
          knowledge: percent(first.knowledge),
        })
      : '',
    t(`placebo.outcome.${found.outcome}`, {
      n: found.n,
      margin: 100 * MARGIN,
      interval: `[${share(low)}, ${share(high)}]`,
    }),
  ];
  return (
    <p className="placebo__finding" data-testid={`placebo-${control.control}`}>
      {text.filter((part) => part !== '').join(' ')}
    </p>
  );
}
