import type { Scope } from '../../contract/access/scopes.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { TabLinks } from '../ui/page/tab-links.tsx';

const pages: readonly { readonly to: string; readonly label: PlainMessageKey; readonly scope: Scope }[] = [
  { to: '/audiences', label: 'audience.label.segments', scope: 'segments:read' },
  { to: '/audiences/deliveries', label: 'audience.label.deliveries', scope: 'segments:read' },
  { to: '/audiences/connections', label: 'audience.label.connections', scope: 'destination-connections:read' },
];

/** The pages of audiences that the user can open. */
export function AudienceTabs() {
  const me = useMe();
  const tabs = pages.filter(({ scope }) => me.may(scope)).map(({ to, label }) => ({ to, text: t(label) }));
  return <TabLinks label={t('audience.label.audiences')} tabs={tabs} />;
}
