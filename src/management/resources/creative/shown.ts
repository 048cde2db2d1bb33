import type { PendingVersion } from '../../../platform/db/schema.ts';

/** What a creative shows, as it is read. */
export type Shown = Omit<PendingVersion, 'submittedBy' | 'submittedAt'>;
