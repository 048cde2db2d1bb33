import type { Scope } from '../../contract/access/scopes.ts';
import type { Person } from './use-me.ts';

/** Whether somebody may do any of these. */
export function hasAnyScope(...scopes: readonly Scope[]) {
  return (me: Person) => scopes.some((scope) => me.may(scope));
}

/** Whether somebody sees more than the companies they are mapped to. */
export function hasFullReach({ reach }: Person): boolean {
  return reach === 'everything';
}
