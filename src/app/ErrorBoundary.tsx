/** A part that fails to draw says so in its place; the rest of the page goes on. */

import { Component, type ReactNode } from 'react';
import { useI18n } from '../i18n/react.tsx';
import { Button } from '../ui/controls/Button.tsx';

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? 'unknown' };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Crashed error={this.state.error} />;
  }
}

function Crashed({ error }: { error: unknown }) {
  const { t } = useI18n();
  return (
    <div className="notice notice--error" role="alert">
      <div className="notice__body">
        <p>{t('app.crashed')}</p>
        <details>
          <summary>{t('app.details')}</summary>
          <pre>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
        </details>
      </div>
      <Button onClick={() => window.location.reload()}>{t('app.reload')}</Button>
    </div>
  );
}
