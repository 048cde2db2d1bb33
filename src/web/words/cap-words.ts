import type { Booking } from '../../client/generated/types.gen.ts';

export type Cap = Booking['caps'][number];

/** In what a cap counts. */
export const scopeWords = {
  hour: 'an hour',
  day: 'a day',
  life: 'in all',
  request: 'in one request',
} as const satisfies Record<Cap['scope'], string>;

/** Whom a cap counts, and by what a request says who that is. */
export const subjectWords = {
  viewer: { text: 'viewer', means: 'By the first identifier of the request, with consent.' },
  first_party: { text: 'user of yours', means: 'By the id of your own accounts alone (ui, user.id), with consent.' },
  session: { text: 'session', means: 'One visit, by the token that the page or app holds (se). Needs no consent.' },
  household: { text: 'household', means: 'By the parameter hh, with consent.' },
  store: { text: 'store', means: 'By the parameter st. Needs no consent.' },
  screen: { text: 'screen', means: 'By the player of the screen (pi). Needs no consent.' },
} as const satisfies Record<NonNullable<Cap['per']>, { readonly text: string; readonly means: string }>;

/** What becomes of a request that does not say who asks. */
export const unknownWords = { skip: 'is not shown it', serve: 'is shown it, uncounted' } as const satisfies Record<
  NonNullable<Cap['whenUnknown']>,
  string
>;

/** @example capText({ scope: 'day', most: 2, per: 'household' }) // 'at most 2 a day for one household' */
export function capText({ scope, most, per = 'viewer', whenUnknown = 'skip' }: Cap): string {
  const often = `at most ${most} ${scopeWords[scope]}`;
  if (scope === 'request') return often;
  const others = whenUnknown === 'serve' ? '; who is not known is shown it too' : '';
  return `${often} for one ${subjectWords[per].text}${others}`;
}
