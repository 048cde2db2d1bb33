import { useMe } from '../api/use-me.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';
import { administrationPages } from './administration-pages.ts';

/** The pages of administration that somebody may see. */
export function AdministrationTabs() {
  const me = useMe();
  return <TabLinks label="Administration" tabs={administrationPages.filter(({ scope }) => me.may(scope))} />;
}
