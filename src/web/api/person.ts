import type { Scope } from '../../contract/access/scopes.ts';
import type { Person } from './use-me.ts';

/** Returns a function that tells whether a user has any of these scopes. */
export function hasAnyScope(...scopes: readonly Scope[]) {
  return (me: Person) => scopes.some((scope) => me.may(scope));
}

/** Whether a user sees all companies, not only those that they are mapped to. */
export function hasFullReach({ reach }: Person): boolean {
  return reach === 'everything';
}

/** Whether a user can create every object from the publisher to the booking. */
export function mayCreateFirstAd(me: Person): boolean {
  const needed = ['inventory', 'media-partners', 'campaigns', 'creatives', 'bookings'] as const;
  return hasFullReach(me) && needed.every((noun) => me.may(`${noun}:write`));
}
