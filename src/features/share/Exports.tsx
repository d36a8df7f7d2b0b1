/** The result for other tools: harness files, CSV, Markdown. */

import { useState } from 'react';
import type { Condition } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { RunResult } from '../../lab/types.ts';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';
import {
  type ExportFile,
  makeCurvesCsv,
  makeMarkdown,
  makeResultsJson,
  makeSampleLog,
} from '../../store/export-actions.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';
import { saveFile } from '../../ui/save-file.ts';

export function Exports({ result, live }: { result: RunResult; live: boolean }) {
  const { t } = useI18n();
  const [error, setError] = useState<ErrorData | null>(null);
  const [copied, setCopied] = useState(false);
  const { conditions, fewShotCount } = result.config;
  const [condition, setCondition] = useState<Condition>(conditions.at(-1) ?? 'zero-shot');
  const attempt = (work: () => Promise<void>) => () => {
    setError(null);
    work().catch((thrown) => setError(toErrorData(thrown)));
  };
  const save = (make: () => Promise<ExportFile>) =>
    attempt(async () => {
      const { name, blob } = await make();
      saveFile(name, blob);
    });
  const nameOf = (key: string): string => {
    switch (key) {
      case 'zero-shot':
      case 'few-shot':
      case 'soft-prompt':
        return t(`condition.${key}`, { count: fewShotCount });
      case 'exactMatch':
      case 'knowledge':
      case 'format':
        return t(`metric.${key}`);
      case 'step':
        return t('export.step');
      default:
        return t('result.condition');
    }
  };
  const copy = attempt(async () => {
    await navigator.clipboard.writeText(await makeMarkdown(result, nameOf));
    setCopied(true);
  });
  return (
    <div className="share__exports">
      <h3>{t('export.title')}</h3>
      <div className="share__row">
        <Button onClick={save(() => makeResultsJson(result))}>{t('export.results')}</Button>
        <Button onClick={save(() => makeCurvesCsv(result))}>{t('export.curves')}</Button>
        <Button onClick={copy}>{t('export.markdown')}</Button>
        {live ? (
          <span className="share__samples">
            <Select
              aria-label={t('result.condition')}
              value={condition}
              options={conditions.map((value) => ({ value, label: nameOf(value) }))}
              onChange={setCondition}
            />
            <Button onClick={save(() => makeSampleLog(result, condition))}>{t('export.samples')}</Button>
          </span>
        ) : null}
      </div>
      <p className="small muted">
        {t('export.hint')} {live ? t('export.samples-hint') : ''}
      </p>
      <p className="small share__state" role="status">
        {copied ? t('export.copied') : ''}
      </p>
      {error ? <ErrorNotice error={error} onDismiss={() => setError(null)} /> : null}
    </div>
  );
}
