/**
 * What every chart has around it: title, chart or table, the readout of the chosen step, and the keyboard. The plot
 * is one tab stop; arrow keys, Home and End move the readout, which a screen reader hears as the value of a slider.
 */

import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useI18n } from '../../i18n/react.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { ScrollRegion } from '../layout/ScrollRegion.tsx';
import './chart.css';

export type ChartViewMode = 'chart' | 'table';

export interface ChartFrameProps {
  title: string;
  subtitle: ReactNode;
  /** Says what the plot shows and how the readout is moved. */
  plotLabel: string;
  mode: ChartViewMode;
  onMode: (mode: ChartViewMode) => void;
  /** Positions the readout can take, and the one it has. */
  count: number;
  index: number;
  /** Step at that position, the last possible step, and the readout in words. */
  valueNow: number;
  valueMax: number;
  valueText: string;
  onIndex: (index: number) => void;
  onLeave: () => void;
  readout: ReactNode;
  extra?: ReactNode;
  table: ReactNode;
  children: ReactNode;
}

function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, index - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, index + 1);
    case 'PageDown':
      return Math.max(0, index - 10);
    case 'PageUp':
      return Math.min(count - 1, index + 10);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

export function ChartFrame(props: ChartFrameProps) {
  const { t } = useI18n();
  const { title, subtitle, plotLabel, mode, onMode, count, index, onIndex, onLeave } = props;
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = count > 0 ? nextIndex(event.key, index, count) : null;
    if (next === null) return;
    event.preventDefault();
    onIndex(next);
  };
  return (
    <section className="chart" aria-labelledby={id}>
      <header className="chart__head">
        <h3 id={id}>{title}</h3>
        <div className="chart__tools">
          {mode === 'chart' ? props.extra : null}
          <Segmented
            label={t('curves.view')}
            value={mode}
            options={[
              { value: 'chart', label: t('curves.chart') },
              { value: 'table', label: t('curves.table') },
            ]}
            onChange={onMode}
          />
        </div>
      </header>
      <p className="chart__subtitle small muted">{subtitle}</p>
      {mode === 'table' ? (
        <ScrollRegion className="chart__table" label={`${title}, ${t('curves.table')}`}>
          {props.table}
        </ScrollRegion>
      ) : (
        <>
          {props.readout}
          <div
            className="chart__plot"
            role="slider"
            tabIndex={0}
            aria-label={plotLabel}
            aria-valuemin={0}
            aria-valuemax={props.valueMax}
            aria-valuenow={props.valueNow}
            aria-valuetext={props.valueText}
            onKeyDown={onKeyDown}
            onBlur={onLeave}
            onPointerLeave={onLeave}
          >
            {props.children}
          </div>
        </>
      )}
    </section>
  );
}
