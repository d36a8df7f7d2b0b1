/** What stands behind the numbers: saturation, cost, model, self-check, data, provenance. */

import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import type { RunResult } from '../../lab/types.ts';
import type { AnalysisView } from '../../store/analysis.ts';
import { useLab } from '../../store/lab-store.ts';
import { kernelText } from '../../ui/kernel-text.ts';
import { OPTIMIZER_NAMES } from '../../ui/optimizer-names.ts';
import { DriftText } from './DriftText.tsx';
import { SelfCheckText } from './SelfCheckText.tsx';
import { saturationText } from './saturation-text.ts';

export function Facts({ result, analysis }: { result: RunResult; analysis: AnalysisView | null }) {
  const i18n = useI18n();
  const { t, tn, format } = i18n;
  /** What the run of this visit was computed with. */
  const live = useLab(({ run }) => (run.result === result ? run.kernels : null));
  const { config, model, cost, counts, hashes, evaluation } = result;
  const tuned = config.conditions.includes('soft-prompt');
  const rows: [label: string, value: ReactNode, hint?: string][] = [];

  if (tuned) {
    rows.push([
      t('facts.saturation'),
      result.saturationStep === null
        ? t('facts.saturation-never')
        : t('facts.saturation-at', { step: result.saturationStep }),
      [t('facts.saturation-rule'), saturationText(result, i18n)].join(' ').trim(),
    ]);
    if (analysis) rows.push([t('drift.title'), <DriftText key="drift" view={analysis} />]);
    rows.push([
      t('facts.share'),
      t('facts.share-value', {
        count: cost.softPromptParameters,
        share: format.smallPercent(cost.softPromptParameters / Math.max(1, cost.modelParameters)),
        parameters: cost.modelParameters,
      }),
    ]);
    rows.push([
      t('facts.tuning'),
      t('facts.tuning-value', {
        vectors: config.tuning.numVirtualTokens,
        steps: config.tuning.steps,
        batch: config.tuning.batchSize,
        optimizer: OPTIMIZER_NAMES[config.tuning.optimizer],
        rate: format.number(config.tuning.learningRate, 6),
        schedule: t(`settings.schedule.${config.tuning.schedule}`),
      }),
    ]);
  }
  rows.push([
    t('facts.time'),
    tuned
      ? t('facts.time-value', {
          total: format.duration(cost.totalSeconds),
          step: format.duration(cost.secondsPerStep),
        })
      : format.duration(cost.totalSeconds),
  ]);
  if (cost.peakGpuBytes > 0) rows.push([t('facts.gpu'), format.bytes(cost.peakGpuBytes)]);
  rows.push([t('facts.backend'), t(`facts.backend.${result.backend}`)]);
  if (evaluation) {
    const by = t(`facts.evaluation.${evaluation.backend}`);
    const { trial } = evaluation;
    const seconds = (value: number) => `${format.significant(value, 2)} s`;
    rows.push([
      t('facts.evaluation'),
      trial
        ? t('facts.evaluation-trial', { by, webgpu: seconds(trial.webgpu), wasm: seconds(trial.wasm) })
        : by,
    ]);
  }
  rows.push([t('facts.adapter'), result.adapter]);
  const { kernels } = result.versions;
  if (kernels !== undefined) {
    rows.push([t('facts.kernels'), live?.name === kernels ? kernelText(live, i18n) : kernels]);
  }
  rows.push([t('facts.self-check'), <SelfCheckText key="self-check" result={result} />]);
  rows.push([
    t('facts.model'),
    t('facts.model-value', {
      architecture: model.architecture,
      parameters: model.parameters,
      layers: model.layers,
      hidden: model.hiddenSize,
      vocab: model.vocabSize,
      dtype: model.dtype,
      bytes: format.bytes(model.fileBytes),
      producer: model.producer,
      opset: model.opset,
    }),
  ]);
  // What onnxruntime fuses it does not tell.
  if (result.backend === 'webgpu') {
    rows.push([
      t('facts.graph'),
      t('facts.graph-value', {
        dialect: t(`facts.dialect.${model.dialect}`),
        cut: model.cutValue,
        scale: format.number(model.embeddingScale, 4),
        heads: model.attentionHeads,
        kv: model.kvHeads,
        size: model.headDim,
      }),
      model.dtype.includes('dynamic') ? t('facts.graph-int8') : undefined,
    ]);
    const ops = Object.entries(model.fused).sort((a, b) => b[1] - a[1]);
    rows.push([
      t('facts.fused'),
      t('facts.fused-value', {
        nodes: model.onnxNodes,
        ops: ops.map(([op, count]) => `${format.number(count)} ${op}`).join(', '),
      }),
    ]);
  }
  rows.push([t('facts.data'), t('facts.data-value', { ...counts })]);
  if (counts.rejectedRows > 0) {
    rows.push([t('facts.rejected'), tn('setup.benchmark.rejected', counts.rejectedRows)]);
  }
  if (counts.duplicates) {
    rows.push([t('facts.duplicates'), tn('setup.benchmark.duplicates', counts.duplicates)]);
  }
  const { prompt, data } = config;
  if (data?.split) {
    const { seed, testShare } = data.split;
    rows.push([
      t('facts.split'),
      t('facts.split-value', { seed: String(seed), share: format.percent(testShare, 0) }),
    ]);
  }
  if (data?.mapping) {
    const { question, options, answer, kind, promptIndex, language } = data.mapping;
    const fields = [question, ...(options ? [options] : []), answer];
    rows.push([t('facts.fields'), `${kind ?? t('import.kind-mapped')}: ${fields.join(', ')}`]);
    if (promptIndex !== undefined) rows.push([t('import.prompt'), String(promptIndex + 1)]);
    if (language !== undefined) rows.push([t('import.language'), t(`import.language.${language}`)]);
  }
  if (prompt) {
    const parts = [
      t('prompts.summary-template'),
      t(prompt.statesFormat ? 'prompts.summary-stated' : 'prompts.summary-silent'),
      ...(prompt.form ? [t(`prompts.form.${prompt.form.kind}`)] : []),
    ];
    rows.push([t('facts.prompt'), parts.join(' · '), prompt.template]);
  }
  rows.push([t('facts.started'), format.dateTime(result.startedAt)]);

  return (
    <div className="facts">
      <h2>{t('facts.title')}</h2>
      <dl className="facts__list">
        {rows.map(([label, value, hint]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {hint ? <span className="facts__hint">{hint}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      <details className="facts__hashes">
        <summary>{t('facts.hashes')}</summary>
        <dl className="facts__list facts__list--mono">
          {hashes.model.map((file) => (
            <div key={file.path}>
              <dt>{file.path}</dt>
              <dd>{file.sha256}</dd>
            </div>
          ))}
          <div>
            <dt>train</dt>
            <dd>{hashes.train}</dd>
          </div>
          <div>
            <dt>test</dt>
            <dd>{hashes.test}</dd>
          </div>
          {Object.entries(result.versions).map(([name, version]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{version}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
