import { dayMs } from '../../time/durations.ts';

/** Bytes of a JSON body of a management request. */
export const maxManagementBodyBytes = 1024 * 1024;
/** Items per page of a list (product decisions 2). */
export const maxPageSize = 500;
/** Default items per page (product decisions 2). */
export const defaultPageSize = 50;
/** Entries per page of user mappings, as in existing integrations (wire-protocol 10.2). */
export const maxMappedUsersPage = 100;
/** User mappings per call. Users with more combinations need several calls. */
export const maxUserMappings = 500;
/** Changes per bulk call. They form one transaction that blocks others. */
export const maxBulkItems = 200;
/** Rate-limit window of the management API: stops a runaway program quickly and recovers quickly. */
export const callWindowMs = 60 * 1000;
/** Characters of a name. */
export const maxNameLength = 255;
/** Characters of a URL. */
export const maxUrlLength = 2_000;
/** Retention of an idempotency key: one day (product decisions 2). */
export const idempotencyKeyTtlMs = dayMs;
/** Parameter in the fragment of a form that has prepared values, as base64url JSON, and its most characters. */
export const preparedDraftParameter = 'draft';
export const maxPreparedDraftLength = 30_000;
