import { Text } from '@mantine/core';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { TextLink } from './link.tsx';
import { Page } from './page.tsx';

/** Replaces a page that does not exist. */
export function PageMissing() {
  return (
    <Page title={t('common.title.pageNotFound')}>
      <Text>
        <RichText id="common.text.pageNotFound" elements={{ link: <TextLink to="/" /> }} />
      </Text>
    </Page>
  );
}
