/**
 * What every chart of a study has around it: title, chart or table, and both as files. The chart is a picture with a
 * description; the table says the same in full.
 */

import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { svgFile } from '../../ui/chart/svg-file.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Segmented } from '../../ui/controls/Segmented.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { saveFile } from '../../ui/save-file.ts';
import './figures.css';

interface FigureProps {
  title: string;
  subtitle: ReactNode;
  /** File names without ending. */
  fileName: string;
  csv: () => string;
  tools?: ReactNode;
  notes?: ReactNode;
  table: ReactNode;
  /** Draws the chart into the given element. */
  chart: (svg: RefObject<SVGSVGElement | null>) => ReactNode;
}

export function Figure({ title, subtitle, fileName, csv, tools, notes, table, chart }: FigureProps) {
  const { t } = useI18n();
  const [mode, setMode] = useState<'chart' | 'table'>('chart');
  const svg = useRef<SVGSVGElement>(null);
  return (
    <div className="chart figure">
      <header className="chart__head">
        <h3>{title}</h3>
        <div className="chart__tools">
          {mode === 'chart' ? tools : null}
          <Segmented
            label={t('study.view')}
            value={mode}
            options={[
              { value: 'chart', label: t('study.chart') },
              { value: 'table', label: t('study.as-table') },
            ]}
            onChange={setMode}
          />
          <span className="figure__files">
            {mode === 'chart' ? (
              <Button
                look="quiet"
                className="figure__file"
                aria-label={t('study.download-svg', { title })}
                onClick={() => svg.current && saveFile(`${fileName}.svg`, svgFile(svg.current, title))}
              >
                {t('study.svg')}
              </Button>
            ) : null}
            <Button
              look="quiet"
              className="figure__file"
              aria-label={t('study.download-csv', { title })}
              onClick={() => saveFile(`${fileName}.csv`, new Blob([csv()], { type: 'text/csv' }))}
            >
              {t('study.csv')}
            </Button>
          </span>
        </div>
      </header>
      <p className="chart__subtitle small muted">{subtitle}</p>
      {mode === 'chart' ? (
        chart(svg)
      ) : (
        <ScrollRegion className="chart__table" label={title}>
          {table}
        </ScrollRegion>
      )}
      {notes ? <p className="figure__notes small muted">{notes}</p> : null}
    </div>
  );
}
