import type { useMe } from '../api/use-me.ts';
import type { IconName } from '../ui/icon.tsx';

/** One entry of the navigation. */
export type NavigationEntry = { readonly to: string; readonly text: string; readonly icon: IconName };

type Person = ReturnType<typeof useMe>;

const entries: readonly (NavigationEntry & { readonly shown: (me: Person) => boolean })[] = [
  { to: '/', text: 'Home', icon: 'home', shown: () => true },
  { to: '/campaigns', text: 'Campaigns', icon: 'campaign', shown: (me) => me.may('campaigns:read') },
  { to: '/creatives', text: 'Creatives', icon: 'creative', shown: (me) => me.may('creatives:read') },
  {
    to: '/review',
    text: 'Review',
    icon: 'review',
    shown: (me) => me.may('creatives:approve') || me.may('bookings:approve'),
  },
  { to: '/reports', text: 'Reports', icon: 'report', shown: (me) => me.may('reports:read') },
  { to: '/inventory', text: 'Inventory', icon: 'inventory', shown: (me) => me.reach === 'everything' },
  { to: '/media-partners', text: 'Media partners', icon: 'partner', shown: (me) => me.reach === 'everything' },
  {
    to: '/administration',
    text: 'Administration',
    icon: 'administration',
    shown: (me) => me.may('users:read') || me.may('settings:read'),
  },
  { to: '/help', text: 'Help', icon: 'help', shown: () => true },
];

/** What somebody can go to: no menu that would be empty for them. */
export function navigationOf(me: Person): readonly NavigationEntry[] {
  return entries.filter(({ shown }) => shown(me));
}
