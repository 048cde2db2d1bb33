import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { HostLink } from '../../cluster/host-link.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SequenceReader } from '../../platform/keys/decision-ids.ts';
import type { Logger } from '../../platform/log/log.ts';
import { createJournalShipping, type JournalShipping } from '../../worker/count/journal-shipping.ts';
import { createStreamShipping } from '../../worker/count/stream-shipping.ts';

/** Opens the journals to count: those in the data folder, or with other hosts, their streams. */
export function openShipping(options: {
  readonly config: Pick<Config, 'dataFolder'>;
  readonly database: Kysely<Database>;
  readonly link: HostLink | null;
  readonly sequences: SequenceReader;
  readonly log: Logger;
}): JournalShipping {
  const { config, link, log, ...rest } = options;
  const counting = { ...rest, log: log.child({ part: 'roll-up' }) };
  if (link !== null) return createStreamShipping({ ...counting, redis: link.redis });
  return createJournalShipping({ ...counting, journalFolder: join(config.dataFolder, 'journal') });
}
