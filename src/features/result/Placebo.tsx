/** Placebo controls beside the real tuning: charts, a sober sentence each, the numbers; or the offer to run one. */

import { useI18n } from '../../i18n/react.tsx';
import type { ControlResult } from '../../lab/types.ts';
import { placeboFinding } from '../../store/analysis.ts';
import { curveRows } from '../../store/curves.ts';
import { useLab } from '../../store/lab-store.ts';
import { runPlacebo } from '../../store/placebo-actions.ts';
import { isBusy } from '../../store/run-state.ts';
import type { RunView } from '../../store/view.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { PlaceboChart, RANDOM_DASH, WRONG_DASH } from './PlaceboChart.tsx';

const CONTROLS = ['wrong', 'random'] as const;

export function Placebo({ view }: { view: RunView }) {
  const { t } = useI18n();
  const busy = useLab((state) => isBusy(state.run.status));
  const { result, controls, config } = view;
  if (!config.conditions.includes('soft-prompt')) return null;
  const missing = CONTROLS.filter((control) => !(config.controls ?? []).includes(control));
  return (
    <section className="placebo" aria-labelledby="placebo-title">
      <h2 id="placebo-title">{t('placebo.title')}</h2>
      {controls.length > 0 ? <Controls view={view} /> : <p className="muted">{t('placebo.invite')}</p>}
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

function Controls({ view }: { view: RunView }) {
  const { t } = useI18n();
  const { points, controls, config } = view;
  const series = [
    { name: t('placebo.real'), rows: curveRows(points) },
    ...controls.map(({ control, points: own }) => ({
      name: t(`controls.${control}.${config.task}`),
      rows: curveRows(own),
      dash: control === 'wrong' ? WRONG_DASH : RANDOM_DASH,
    })),
  ];
  return (
    <>
      <p className="muted">{t('placebo.lead')}</p>
      <div className="placebo__charts">
        <PlaceboChart metric="format" series={series} steps={config.tuning.steps} />
        <PlaceboChart metric="knowledge" series={series} steps={config.tuning.steps} />
      </div>
      {controls.map((control) => (
        <Sentence key={control.control} control={control} view={view} />
      ))}
      <PlaceboTable view={view} />
    </>
  );
}

function Sentence({ control, view }: { control: ControlResult; view: RunView }) {
  const { t, format } = useI18n();
  const { config, points } = view;
  const found = placeboFinding(control, points, Math.max(...config.evalSteps));
  if (!found) return null;
  const percent = (share: number) => format.percent(share, 0);
  const text = [
    t('placebo.finding', {
      name: t(`controls.${control.control}.${config.task}`),
      format: percent(found.format),
      realFormat: percent(found.realFormat),
      before: percent(found.before),
      after: percent(found.after),
      realAfter: percent(found.realAfter),
      n: found.n,
    }),
    found.form === 'shape-only' ? t('placebo.shape-only', { shape: percent(found.shape) }) : '',
    found.form === 'behind' ? t('placebo.form-too') : '',
    t(found.knowledgeFalls ? 'placebo.falls' : 'placebo.both-stay'),
  ];
  return (
    <p className="placebo__finding" data-testid={`placebo-${control.control}`}>
      {text.filter((part) => part !== '').join(' ')}
    </p>
  );
}

function PlaceboTable({ view }: { view: RunView }) {
  const { t, format } = useI18n();
  const { points, controls, config } = view;
  const columns = [
    { name: t('placebo.real'), rows: curveRows(points) },
    ...controls.map(({ control, points: own }) => ({
      name: t(`controls.${control}.${config.task}`),
      rows: curveRows(own),
    })),
  ];
  const steps = [...new Set(columns.flatMap(({ rows }) => rows.map(({ step }) => step)))].sort(
    (a, b) => a - b,
  );
  const cell = (rows: (typeof columns)[number]['rows'], step: number, metric: 'format' | 'knowledge') => {
    const rate = rows.find((row) => row.step === step)?.[metric];
    return rate ? `${format.percent(rate.rate)} (${rate.successes}/${rate.n})` : '–';
  };
  return (
    <details className="more">
      <summary>{t('curves.table')}</summary>
      <ScrollRegion label={t('placebo.table')}>
        <table className="more__table">
          <thead>
            <tr>
              <th scope="col">{t('placebo.step')}</th>
              {columns.flatMap(({ name }) =>
                (['format', 'knowledge'] as const).map((metric) => (
                  <th scope="col" key={`${name} ${metric}`}>
                    {name}, {t(`placebo.${metric}`)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step}>
                <th scope="row">{step}</th>
                {columns.flatMap(({ name, rows }) =>
                  (['format', 'knowledge'] as const).map((metric) => (
                    <td key={`${name} ${metric}`}>{cell(rows, step, metric)}</td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
