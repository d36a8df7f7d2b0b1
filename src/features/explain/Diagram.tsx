/** Soft prompt and question into the frozen model, two verdicts out, the gradient back to the vectors only. */

import { useI18n } from '../../i18n/react.tsx';

const CELL = 13;

export function Diagram() {
  const { t } = useI18n();
  return (
    <svg className="diagram" viewBox="0 0 760 150" role="img" aria-label={t('explain.diagram')}>
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8Z" fill="var(--line-strong)" />
        </marker>
        <marker
          id="arrow-gradient"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8Z" fill="var(--series-format)" />
        </marker>
      </defs>
      <g>
        {Array.from({ length: 10 }, (_, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: ten fixed cells
            key={i}
            x={10 + i * CELL}
            y={38}
            width={CELL - 3}
            height={34}
            rx="2"
            fill="var(--series-format)"
            fillOpacity={0.35 + ((i * 7) % 10) / 16}
          />
        ))}
        <text x={10} y={28} className="diagram__label">
          {t('explain.vectors')}
        </text>
      </g>
      <g>
        {Array.from({ length: 12 }, (_, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: twelve fixed cells
            key={i}
            x={152 + i * CELL}
            y={38}
            width={CELL - 3}
            height={34}
            rx="2"
            fill="var(--line-strong)"
            fillOpacity="0.35"
          />
        ))}
        <text x={152} y={28} className="diagram__label">
          {t('explain.question')}
        </text>
      </g>
      <line x1="316" x2="372" y1="55" y2="55" className="diagram__line" markerEnd="url(#arrow)" />
      <rect x="380" y="24" width="150" height="62" rx="6" className="diagram__box" />
      <text x="455" y="60" textAnchor="middle" className="diagram__text">
        {t('explain.model')}
      </text>
      <path d="M530 46H566V30H588" className="diagram__line" markerEnd="url(#arrow)" />
      <path d="M530 64H566V80H588" className="diagram__line" markerEnd="url(#arrow)" />
      <circle cx="604" cy="30" r="6" fill="none" stroke="var(--series-knowledge)" strokeWidth="2.5" />
      <text x="620" y="34.5" className="diagram__text">
        {t('explain.knowledge')}
      </text>
      <rect
        x="598"
        y="74"
        width="12"
        height="12"
        fill="none"
        stroke="var(--series-format)"
        strokeWidth="2.5"
      />
      <text x="620" y="84.5" className="diagram__text">
        {t('explain.format')}
      </text>
      <path d="M455 86V122H74V80" className="diagram__gradient" markerEnd="url(#arrow-gradient)" />
      <text x="264" y="140" textAnchor="middle" className="diagram__label">
        {t('explain.gradient')}
      </text>
    </svg>
  );
}
