/** The numbers of the link that was run again, beside the own ones. */

import { useI18n } from '../../i18n/react.tsx';
import type { StudyResult } from '../../lab/study/types.ts';
import { dropLinked } from '../../store/study-setup-actions.ts';
import { useStudy } from '../../store/study-store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { linkedModels, linkedRows } from './linked-rows.ts';
import { conditionName, pointsText, shortName } from './study-view.ts';

export function LinkedTable({ own }: { own: StudyResult | null }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const linked = useStudy((state) => state.linked);
  if (!linked || own === linked) return null;
  const files = own ? new Map(linkedModels(linked, own).map(({ id, sameFiles }) => [id, sameFiles])) : null;
  const filesText = (id: string) => {
    const same = files?.get(id);
    if (same === true) return t('study.linked-same-files');
    return t(same === false ? 'study.linked-other-files' : 'study.linked-unknown-files');
  };
  return (
    <div className="study__block">
      <header className="chart__head">
        <h3>{t('study.linked')}</h3>
        <Button look="quiet" onClick={dropLinked}>
          {t('study.linked-drop')}
        </Button>
      </header>
      {own ? (
        <ScrollRegion className="chart__table" label={t('study.linked')}>
          <table className="data-table">
            <caption className="visually-hidden">{t('study.linked')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('study.model')}</th>
                <th scope="col">{t('study.condition')}</th>
                <th scope="col">{t('study.linked-theirs')}</th>
                <th scope="col">{t('study.linked-own')}</th>
                <th scope="col">{t('study.linked-difference')}</th>
                <th scope="col">n</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {linkedRows(linked, own).map(({ id, condition, theirs, own: mine, change, n, within }) => (
                <tr key={`${id} ${condition}`}>
                  <th scope="row">
                    {shortName(id)} <span className="interval">{filesText(id)}</span>
                  </th>
                  <td>{conditionName(i18n, condition, linked.config)}</td>
                  <td>
                    {format.percent(theirs.rate)} <span className="interval">{format.interval(theirs)}</span>
                  </td>
                  <td>
                    {mine ? (
                      <>
                        {format.percent(mine.rate)} <span className="interval">{format.interval(mine)}</span>
                      </>
                    ) : null}
                  </td>
                  <td>
                    {change ? (
                      <>
                        {pointsText(i18n, change.difference)}{' '}
                        <span className="interval">
                          {`${pointsText(i18n, change.low)} … ${pointsText(i18n, change.high)}`}
                        </span>
                      </>
                    ) : null}
                  </td>
                  <td>{n.join(' / ')}</td>
                  <td>
                    {within === null ? null : t(within ? 'study.linked-within' : 'study.linked-outside')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ) : (
        <p className="muted">{t('study.linked-waiting')}</p>
      )}
    </div>
  );
}
