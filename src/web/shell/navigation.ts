import { hasAnyScope, hasFullReach } from '../api/person.ts';
import type { Person } from '../api/use-me.ts';
import type { IconName } from '../ui/display/icon.tsx';

/** One entry of the navigation. */
export type NavigationEntry = {
  readonly to: string;
  readonly text: string;
  readonly icon: IconName;
  /** Beside the text. */
  readonly badge?: string;
};

const entries: readonly (NavigationEntry & { readonly shown: (me: Person) => boolean })[] = [
  { to: '/', text: 'Home', icon: 'home', shown: () => true },
  { to: '/campaigns', text: 'Campaigns', icon: 'campaign', shown: hasAnyScope('campaigns:read') },
  { to: '/creatives', text: 'Creatives', icon: 'creative', shown: hasAnyScope('creatives:read') },
  {
    to: '/review',
    text: 'Review',
    icon: 'review',
    shown: hasAnyScope('creatives:approve', 'bookings:approve'),
  },
  { to: '/reports', text: 'Reports', icon: 'report', shown: hasAnyScope('reports:read') },
  { to: '/inventory', text: 'Inventory', icon: 'inventory', shown: hasFullReach },
  { to: '/media-partners', text: 'Media partners', icon: 'partner', shown: hasFullReach },
  { to: '/products', text: 'Products', icon: 'product', badge: 'beta', shown: hasAnyScope('products:read') },
  { to: '/audiences', text: 'Audiences', icon: 'person', shown: hasAnyScope('segments:read') },
  {
    to: '/administration',
    text: 'Administration',
    icon: 'administration',
    shown: hasAnyScope('users:read', 'settings:read'),
  },
  { to: '/help', text: 'Help', icon: 'help', shown: () => true },
];

/** What somebody can go to: no menu that would be empty for them. */
export function navigationOf(me: Person): readonly NavigationEntry[] {
  return entries.filter(({ shown }) => shown(me));
}
