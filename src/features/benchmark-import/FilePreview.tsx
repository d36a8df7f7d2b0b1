/** One recognised file: what it is, its first rows, and the rows left out with line and reason. */

import { useState } from 'react';
import type { FieldGuess } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import type { FileFacts } from '../../worker/protocol.ts';
import { FieldMapping } from './FieldMapping.tsx';
import { ReadingFields } from './ReadingFields.tsx';

/** More rejected rows than this are counted, not listed. */
const LISTED_REJECTIONS = 100;

interface FilePreviewProps {
  facts: FileFacts;
  mapping: FieldGuess | null;
  onMapping: (mapping: FieldGuess | null) => void;
  role?: 'train' | 'test';
  onRole?: (role: 'train' | 'test') => void;
}

export function FilePreview({ facts, mapping, onMapping, role, onRole }: FilePreviewProps) {
  const { t, tn } = useI18n();
  const { file, kind, task, fields, itemCount, firstItems, rejected, rejectedCount, prompts, labels } = facts;
  const [naming, setNaming] = useState(mapping !== null && mapping.kind === undefined);
  const guessed = (['question', 'options', 'answer', 'prompt'] as const).filter((field) => fields[field]);
  const rejectedFor = (code: string) => rejected.some((row) => row.code === code);
  const asks = {
    base:
      rejectedFor('import.index-base-unclear') || (mapping?.kind !== undefined && mapping.base !== undefined),
    lines:
      rejectedFor('import.multi-line-answer') || (mapping?.kind !== undefined && mapping.lines !== undefined),
    prompts,
  };
  // Of rows that were read the language is always asked.
  const asksAny = asks.base || asks.lines || prompts !== undefined || itemCount > 0;
  return (
    <section className="import__file" aria-label={file}>
      <div className="import__file-head">
        <h3 className="mono">{file}</h3>
        {role && onRole ? (
          <Segmented
            label={`${t('import.role')}: ${file}`}
            value={role}
            options={[
              { value: 'train', label: t('import.role.train') },
              { value: 'test', label: t('import.role.test') },
            ]}
            onChange={onRole}
          />
        ) : null}
      </div>
      {itemCount === 0 ? (
        <p className="field__error">
          {t(kind === 'unknown' && facts.samples.length > 0 ? 'import.unknown' : 'import.none')}
        </p>
      ) : (
        <>
          <dl className="import__facts">
            <div>
              <dt>{t('import.kind')}</dt>
              <dd>
                {t(kind === 'mapped' ? 'import.kind-mapped' : 'import.kind-value', { kind })} ·{' '}
                {tn('import.usable', itemCount)}
              </dd>
            </div>
            {labels ? (
              <div>
                <dt>{t('import.labels')}</dt>
                <dd>
                  <code>{labels.name}</code> · {tn('import.labels-count', labels.count)}
                </dd>
              </div>
            ) : null}
            {prompts?.used === undefined ? null : (
              <div>
                <dt>{t('import.prompt')}</dt>
                <dd>{t('import.prompt-used', { number: prompts.used + 1, count: prompts.names.length })}</dd>
              </div>
            )}
            <div>
              <dt>{t('import.task')}</dt>
              <dd>{t(`import.task.${task}`)}</dd>
            </div>
            <div>
              <dt>{t('import.fields')}</dt>
              <dd>
                {guessed.map((field) => (
                  <span key={field}>
                    {t(`import.field.${field}`)} = <code>{fields[field]}</code>{' '}
                  </span>
                ))}
              </dd>
            </div>
          </dl>
          <h4 className="eyebrow">{t('import.first-rows')}</h4>
          <ScrollRegion label={t('import.first-rows')}>
            <table className="import__rows">
              <thead>
                <tr>
                  <th scope="col">{t('import.question')}</th>
                  {task === 'closed' ? <th scope="col">{t('import.options')}</th> : null}
                  <th scope="col">{t('import.answer')}</th>
                </tr>
              </thead>
              <tbody>
                {firstItems.map((item) => (
                  <tr key={item.id}>
                    <td>{item.question}</td>
                    {task === 'closed' ? <td>{item.options?.join(' · ')}</td> : null}
                    <td className="mono">{item.answer}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </>
      )}
      {itemCount === 0 && rejectedCount > 0 ? <Rejections rejected={rejected} count={rejectedCount} /> : null}
      {!naming && asksAny ? (
        <div className="import__mapping" data-testid="reading-choices">
          <ReadingFields
            choices={mapping ?? {}}
            asks={asks}
            onChange={(choices) =>
              onMapping(Object.keys(choices).length === 0 ? null : { ...readAs(facts), ...choices })
            }
          />
        </div>
      ) : null}
      {naming || (itemCount === 0 && !asksAny) ? (
        <FieldMapping facts={facts} mapping={mapping} onApply={onMapping} />
      ) : (
        <button type="button" className="link-button import__name-fields" onClick={() => setNaming(true)}>
          {t('import.mapping')}
        </button>
      )}
      {itemCount > 0 && rejectedCount > 0 ? <Rejections rejected={rejected} count={rejectedCount} /> : null}
    </section>
  );
}

/** The shape that was recognised, as a mapping for what is chosen beside it. */
function readAs({ kind, fields: { question, options, answer } }: FileFacts): FieldGuess {
  return { kind, question, answer, ...(options === undefined ? {} : { options }) };
}

function Rejections({ rejected, count }: { rejected: FileFacts['rejected']; count: number }) {
  const { t, tn } = useI18n();
  const texts = useErrorTexts();
  const hidden = count - Math.min(rejected.length, LISTED_REJECTIONS);
  return (
    <details className="import__rejected" open>
      <summary>{tn('import.rejected', count)}</summary>
      <ScrollRegion className="import__rejected-list" label={tn('import.rejected', count)}>
        <table data-testid="rejected-rows">
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('import.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rejected.slice(0, LISTED_REJECTIONS).map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may be left out twice for one reason, and the list never changes
              <tr key={i}>
                <td>{row.line}</td>
                <td>{texts ? texts.error(row.code, row.params) : row.code}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {hidden > 0 ? <p className="small muted">{tn('import.more', hidden)}</p> : null}
      </ScrollRegion>
    </details>
  );
}
