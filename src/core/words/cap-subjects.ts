/**
 * Whom a frequency cap counts: a viewer by any identifier, the user of the publisher's own accounts, a session of a client,
 * a household, a store, a screen. Source: docs/decisions/0125-whom-caps-count.md.
 */
export const capSubjects = ['viewer', 'first_party', 'session', 'household', 'store', 'screen'] as const;
export type CapSubject = (typeof capSubjects)[number];

/**
 * In what a cap counts: one request, an hour (UTC), a local day, the life of the booking. New ones come last: files name
 * them by their places.
 */
export const countedScopes = ['hour', 'day', 'life'] as const;
export type CountedScope = (typeof countedScopes)[number];
export const capScopes = [...countedScopes, 'request'] as const;
export type CapScope = (typeof capScopes)[number];

/** Those that say nothing of a person, so that nobody has to consent to them. */
export const subjectsOfNobody: ReadonlySet<CapSubject> = new Set(['session', 'store', 'screen']);

/** Parameters in which a request says who these are, two characters as all of them. */
export const capParameters = { session: 'se', household: 'hh', store: 'st', screen: 'pi' } as const;
