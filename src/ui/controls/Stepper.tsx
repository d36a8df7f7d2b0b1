/** One step back or forth in a list, with the place between the two buttons. Knows no keys: those are the list's own. */

import { useI18n } from '../../i18n/react.tsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface StepperProps {
  /** From 0. */
  index: number;
  count: number;
  /** What the buttons do, for those who cannot see them. */
  previous: string;
  next: string;
  onIndex: (index: number) => void;
}

export function Stepper({ index, count, previous, next, onIndex }: StepperProps) {
  const { t } = useI18n();
  return (
    <>
      <Button aria-label={previous} disabled={index <= 0} onClick={() => onIndex(index - 1)}>
        <Icon name="previous" />
      </Button>
      <span className="small tabular" aria-live="polite">
        {count > 0 ? t('examples.position', { index: index + 1, count }) : '–'}
      </span>
      <Button aria-label={next} disabled={index >= count - 1} onClick={() => onIndex(index + 1)}>
        <Icon name="next" />
      </Button>
    </>
  );
}
