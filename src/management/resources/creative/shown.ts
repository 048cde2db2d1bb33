import type { PendingVersion } from '../../../platform/db/schema.ts';

/** What a creative shows, as it is read. */
export type ShownVersion = Omit<PendingVersion, 'submittedBy' | 'submittedAt'>;
