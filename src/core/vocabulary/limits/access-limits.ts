import { dayMs } from '../../time/durations.ts';

/** Calls with invalid tokens per IP address and window. An office whose tokens have all just expired makes fewer. */
export const maxWrongTokensOfAddress = 300;
/** Token calls of one client per second that are checked in full. Beyond that a wrong secret costs one hash. */
export const callsLookedAtASecond = 20;
/**
 * The same for all clients together, against callers that invent client IDs. A valid one costs one lookup beyond that.
 */
export const allCallsLookedAtASecond = 30;
/** Clients whose token calls are counted at a time. */
export const maxWatchedClients = 1_000;
/** Bytes of a form with credentials. */
export const maxPeekedBodyBytes = 16 * 1024;
/** Bytes of a form of the sign-in pages. */
export const maxSignInFormBytes = 8 * 1024;
/** Characters of a password: minimum according to NIST SP 800-63B, and maximum to limit the cost of hashing. */
export const minPasswordLength = 12;
export const maxPasswordLength = 200;
/** Failed sign-in attempts within `signInWindowMs`: enough for mistyping, too few for guessing. */
export const signInWindowMs = 15 * 60 * 1000;
export const maxAttemptsOfPair = 10;
/**
 * Failed attempts per account from all addresses, against distributed guessing; per address for all accounts, as in an
 * office.
 */
export const maxAttemptsOfAccount = 100;
export const maxAttemptsOfAddress = 100;
/** Lifetime of the link of an invitation. */
export const invitationTtlMs = 7 * dayMs;
/** Passwords hashed concurrently, and waiting. Each takes 19 MiB and about 20 ms of a core. */
export const maxPasswordsAtOnce = 2;
export const maxPasswordsWaiting = 50;
/** Minimum interval of updates of the last use of a session. */
export const sessionNotedMs = 60 * 1000;
/** Lifetime of an access token (product decisions 7). */
export const accessTokenSeconds = 300;
/** Time after which a registered assistant without a connection is deleted. */
export const assistantClientUnusedMs = dayMs;
/** Registered assistants without a connection, per network and of all networks. */
export const maxUnusedClientsOfNetwork = 20;
export const maxUnusedAssistantClients = 1_000;
/** Bytes of a client registration. */
export const maxRegistrationBytes = 16 * 1024;
/** Addresses to which a client may return, and characters of each. */
export const maxRedirectUris = 10;
export const maxRedirectUriLength = 500;
/** Longest client ID that is the address of a document, in characters. */
export const maxClientIdLength = 500;
/** Time for which the document of a client is not read again, in milliseconds. */
export const clientMetadataMs = 3_600_000;
/** Lifetime of a code, of an unanswered request for approval, of an unused refresh token, and of a connection. */
export const authorizationCodeSeconds = 60;
export const authorizationRequestSeconds = 15 * 60;
export const refreshTokenSeconds = 30 * 24 * 3_600;
export const assistantConnectionSeconds = 90 * 24 * 3_600;
/** Requests for approval per network and minute. */
export const maxAuthorizationsOfNetwork = 60;
