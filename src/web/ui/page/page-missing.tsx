import { t } from '../../i18n/t.ts';
import { ButtonLink } from './link.tsx';
import { PageNotice } from './page-notice.tsx';

/** Replaces a page that does not exist. */
export function PageMissing() {
  return (
    <PageNotice
      icon="search"
      title={t('common.title.pageNotFound')}
      action={
        <ButtonLink to="/" variant="default">
          {t('common.action.goHome')}
        </ButtonLink>
      }
    >
      {t('common.text.pageNotFound')}
    </PageNotice>
  );
}
