/** Any test item under any condition as the model will see it, with where its answer ends; before anything runs. */

import { useEffect, useState } from 'react';
import type { Condition } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import type { PromptPreview as Preview } from '../../lab/types.ts';
import { type ErrorData, toErrorData } from '../../lib/errors.ts';
import { loadPreview } from '../../store/prompts.ts';
import { ALL_CONDITIONS, type Setup } from '../../store/setup.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/controls/Icon.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { ErrorNotice } from '../../ui/notice/ErrorNotice.tsx';

/** Settings change with every key; the worker is asked once they rest. */
const REST_MS = 250;

function usePreview(setup: Setup, condition: Condition, index: number) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<ErrorData | null>(null);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      loadPreview(setup, condition, index).then(
        (made) => {
          if (!current) return;
          setPreview(made);
          setError(null);
        },
        (thrown) => {
          if (current) setError(toErrorData(thrown));
        },
      );
    }, REST_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [setup, condition, index]);
  return { preview, error };
}

export function PromptPreview({ setup }: { setup: Setup }) {
  const { t, tn } = useI18n();
  const { fewShotCount, tuning } = setup.settings;
  const [condition, setCondition] = useState<Condition>('zero-shot');
  const [index, setIndex] = useState(0);
  const { preview, error } = usePreview(setup, condition, index);
  return (
    <section className="prompts__preview" aria-labelledby="prompt-preview-title">
      <div className="prompts__head">
        <h2 id="prompt-preview-title">{t('prompts.preview')}</h2>
        <Segmented
          label={t('result.condition')}
          value={condition}
          options={ALL_CONDITIONS.map((value) => ({
            value,
            label: t(`condition.${value}`, { count: fewShotCount }),
          }))}
          onChange={setCondition}
        />
        <div className="prompts__step">
          <Button
            aria-label={t('examples.previous')}
            disabled={!preview || preview.index <= 0}
            onClick={() => preview && setIndex(preview.index - 1)}
          >
            <Icon name="previous" />
          </Button>
          <span className="small tabular" aria-live="polite">
            {preview
              ? t('prompts.preview-item', { index: preview.index + 1, count: preview.count })
              : t('prompts.preview-loading')}
          </span>
          <Button
            aria-label={t('examples.next')}
            disabled={!preview || preview.index >= preview.count - 1}
            onClick={() => preview && setIndex(preview.index + 1)}
          >
            <Icon name="next" />
          </Button>
        </div>
      </div>
      {error ? <ErrorNotice error={error} /> : null}
      {preview ? (
        <>
          {preview.conflicts > 0 ? (
            <p className="field__error">{tn('prompts.conflicts', preview.conflicts)}</p>
          ) : null}
          <ScrollRegion label={t('prompts.source')} className="prompts__frame">
            <pre className="prompts__text" data-testid="prompt-text">
              {condition === 'soft-prompt' ? (
                <span className="tag tag--accent">{tn('prompts.vectors', tuning.numVirtualTokens)}</span>
              ) : null}
              {preview.text}
            </pre>
          </ScrollRegion>
          <dl className="prompts__facts">
            <div>
              <dt>{t('prompts.required')}</dt>
              <dd>
                <code>{preview.required}</code>
              </dd>
            </div>
            <div>
              <dt>{t('prompts.length')}</dt>
              <dd>
                {t(preview.startTokens > 0 ? 'prompts.length-start' : 'prompts.length-value', {
                  tokens: preview.tokens,
                  start: preview.startTokens,
                })}
              </dd>
            </div>
            <div>
              <dt>{t('prompts.stop')}</dt>
              <dd>
                {t(`prompts.stop.${preview.stopRule}`, { count: preview.maxNewTokens })}
                {preview.stopWidened ? ` ${t('prompts.stop-widened')}` : ''}
              </dd>
            </div>
          </dl>
        </>
      ) : null}
    </section>
  );
}
