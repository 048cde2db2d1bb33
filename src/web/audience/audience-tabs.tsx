import type { Scope } from '../../contract/access/scopes.ts';
import { useMe } from '../api/use-me.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

const pages: readonly { readonly to: string; readonly text: string; readonly scope: Scope }[] = [
  { to: '/audiences', text: 'Segments', scope: 'segments:read' },
  { to: '/audiences/deliveries', text: 'Deliveries', scope: 'segments:read' },
  { to: '/audiences/connections', text: 'Destination connections', scope: 'destination-connections:read' },
];

/** The pages of audiences that somebody may see. */
export function AudienceTabs() {
  const me = useMe();
  return <TabLinks label="Audiences" tabs={pages.filter(({ scope }) => me.may(scope))} />;
}
