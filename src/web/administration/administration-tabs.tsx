import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';
import { administrationPages } from './administration-pages.ts';

/** Tabs of the pages of administration that the user can open. */
export function AdministrationTabs() {
  const me = useMe();
  const tabs = administrationPages
    .filter(({ scope }) => me.may(scope))
    .map(({ to, label }) => ({ to, text: t(label) }));
  return <TabLinks label={t('shell.page.administration')} tabs={tabs} />;
}
