/**
 * Subjects of frequency caps: a viewer by any identifier, a user of the publisher's accounts, a session of a client, a
 * household, a store, a screen. Source: docs/decisions/0125-cap-subjects.md.
 */
export const capSubjects = ['viewer', 'first_party', 'session', 'household', 'store', 'screen'] as const;
export type CapSubject = (typeof capSubjects)[number];

/**
 * Scopes of a cap: an hour (UTC), a local day, the lifetime of the booking. Add new ones at the end, because files
 * refer to them by index.
 */
export const countedScopes = ['hour', 'day', 'life'] as const;
export type CountedScope = (typeof countedScopes)[number];
export const capScopes = [...countedScopes, 'request'] as const;
export type CapScope = (typeof capScopes)[number];

/** Subjects that do not identify a person and require no consent. */
export const impersonalSubjects: ReadonlySet<CapSubject> = new Set(['session', 'store', 'screen']);

/** Parameters that identify these subjects, with two characters like all parameters. */
export const capParameters = { session: 'se', household: 'hh', store: 'st', screen: 'pi' } as const;
