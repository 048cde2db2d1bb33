import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { hasAnyScope, hasFullReach } from '../api/person.ts';
import type { Person } from '../api/use-me.ts';
import type { IconName } from '../ui/display/icon.tsx';

type PageName<Key> = Key extends `shell.page.${infer Name}` ? Name : never;

/** One entry of the navigation. Its label is `shell.page.<name>`. */
export type NavigationEntry = {
  readonly to: string;
  readonly name: PageName<PlainMessageKey>;
  readonly icon: IconName;
  readonly isBeta?: true;
};

const entries: readonly (NavigationEntry & { readonly isVisible: (me: Person) => boolean })[] = [
  { to: '/', name: 'home', icon: 'home', isVisible: () => true },
  { to: '/campaigns', name: 'campaigns', icon: 'campaign', isVisible: hasAnyScope('campaigns:read') },
  { to: '/bookings', name: 'bookings', icon: 'booking', isVisible: hasAnyScope('bookings:read') },
  { to: '/creatives', name: 'creatives', icon: 'creative', isVisible: hasAnyScope('creatives:read') },
  {
    to: '/review',
    name: 'review',
    icon: 'review',
    isVisible: hasAnyScope('creatives:approve', 'bookings:approve'),
  },
  { to: '/reports', name: 'reports', icon: 'report', isVisible: hasAnyScope('reports:read') },
  { to: '/inventory', name: 'inventory', icon: 'inventory', isVisible: hasFullReach },
  { to: '/media-partners', name: 'mediaPartners', icon: 'partner', isVisible: hasFullReach },
  { to: '/products', name: 'products', icon: 'product', isBeta: true, isVisible: hasAnyScope('products:read') },
  { to: '/conversions', name: 'conversions', icon: 'conversion', isVisible: hasAnyScope('media-partners:read') },
  { to: '/audiences', name: 'audiences', icon: 'person', isVisible: hasAnyScope('segments:read') },
  {
    to: '/administration',
    name: 'administration',
    icon: 'administration',
    isVisible: hasAnyScope('users:read', 'settings:read'),
  },
  { to: '/help', name: 'help', icon: 'help', isVisible: () => true },
];

/** The entries for the pages that a user can open. */
export function navigationOf(me: Person): readonly NavigationEntry[] {
  return entries.filter(({ isVisible }) => isVisible(me));
}
