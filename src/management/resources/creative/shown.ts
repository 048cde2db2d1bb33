import type { PendingVersion } from '../../../platform/db/schema.ts';

/** Content of a creative as it is read. */
export type ShownVersion = Omit<PendingVersion, 'submittedBy' | 'submittedAt'>;
