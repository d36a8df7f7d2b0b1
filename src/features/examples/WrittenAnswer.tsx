/** What one condition wrote, with its verdict and the reasons for it. Outputs are hostile text: shown, never rendered. */

import type { Outcome, Verdict } from '../../eval/types.ts';
import { useI18n } from '../../i18n/react.tsx';
import { useErrorTexts } from '../../i18n/use-error-texts.ts';
import { Icon, type IconName } from '../../ui/controls/Icon.tsx';

const ICONS: Readonly<Record<Outcome, IconName>> = { correct: 'check', uncaptured: 'half', wrong: 'cross' };

/** The line the strict rule looks at stands out from what the model went on writing. */
function splitAnswer({ output, answerLine }: Verdict): { before: string; line: string; after: string } {
  const at = answerLine === '' ? -1 : output.indexOf(answerLine);
  if (at < 0) return { before: output, line: '', after: '' };
  return { before: output.slice(0, at), line: answerLine, after: output.slice(at + answerLine.length) };
}

export function WrittenAnswer({ condition, verdict }: { condition: string; verdict: Verdict }) {
  const { t } = useI18n();
  const texts = useErrorTexts();
  const { before, line, after } = splitAnswer(verdict);
  return (
    <article className={`answer answer--${verdict.outcome}`}>
      <header className="answer__head">
        <h3>{condition}</h3>
        <span className={`verdict verdict--${verdict.outcome}`}>
          <Icon name={ICONS[verdict.outcome]} size={14} />
          {t(`outcome.${verdict.outcome}`)}
        </span>
      </header>
      {verdict.output.trim() === '' ? (
        <p className="muted small">{t('examples.empty-output')}</p>
      ) : (
        <pre className="answer__output">
          {before}
          <mark>{line}</mark>
          {after}
        </pre>
      )}
      {verdict.generation ? (
        <p className="answer__end small muted">
          {t(`examples.end.${verdict.generation.end}`)}
          {verdict.generation.looping ? ` · ${t('examples.looping')}` : ''}
        </p>
      ) : null}
      {verdict.reasons.length > 0 && texts ? (
        <ul className="answer__reasons" aria-label={t('examples.reasons')}>
          {verdict.reasons.map((code) => (
            <li key={code}>{texts.reason(code)}</li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}
