/** The one button of the page: a native button with a look. */

import type { ComponentProps } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'quiet';
  large?: boolean;
}

export function Button({ look = 'plain', large = false, className = '', ...rest }: ButtonProps) {
  const classes = ['button', look !== 'plain' && `button--${look}`, large && 'button--large', className];
  return <button type="button" {...rest} className={classes.filter(Boolean).join(' ')} />;
}
