import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { TextLink } from './link.tsx';
import { PageNotice } from './page-notice.tsx';

/** Replaces a page that does not exist. */
export function PageMissing() {
  return (
    <PageNotice icon="search" title={t('common.title.pageNotFound')}>
      <RichText id="common.text.pageNotFound" elements={{ link: <TextLink to="/" underline="always" /> }} />
    </PageNotice>
  );
}
