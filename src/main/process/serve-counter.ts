import type { Config } from '../../platform/config/config.ts';
import { createSequenceReader } from '../../platform/keys/decision-ids.ts';
import { deriveKey } from '../../platform/keys/derive-key.ts';
import type { Logger } from '../../platform/log/log.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { finishWithin } from '../supervisor/finish-within.ts';
import { measureBackground } from './measure-background.ts';
import { openAccount } from './open-account.ts';
import { openFittingDatabase } from './open-fitting-database.ts';
import { openLink } from './open-link.ts';
import { openShipping } from './open-shipping.ts';
import { endBeforeDelivery, joinSupervisor, runSupervised, type Supervised } from './supervised.ts';
import { createDatabaseSource } from './supervised-database.ts';

const pauseMs = 300;
const closeMs = 1_000;
const oomScore = 200;

type Options = { readonly config: Config; readonly log: Logger; readonly name: string };

/**
 * Runs a process that counts events in addition to the worker, until its supervisor ends it. Returns the exit code.
 * Source: docs/decisions/0197-counted-ranges.md.
 */
export function serveCounter(options: Options): Promise<number> {
  const supervised = joinSupervisor(options.name);
  endBeforeDelivery(oomScore);
  return runSupervised(options.name, options.log, () => work(options, supervised));
}

async function work({ config, log, name }: Options, supervised: Supervised): Promise<void> {
  const source = createDatabaseSource(config, supervised);
  const database = await openFittingDatabase({
    source,
    log,
    signal: supervised.end,
    maxConnections: 1,
    // The worker of this host prints it.
    waiting: () => undefined,
  });
  if (database === null) return;
  const { secret } = await openAccount(database, config);
  if (config.metricsPort !== null) measureBackground(supervised, name);
  const link = await openLink(config, log);
  const sequences = createSequenceReader(deriveKey(secret, 'decision-sequence'));
  const shipping = openShipping({ config, database: database.open.kysely, link, sequences, log });
  supervised.tell({ type: 'listening' });
  await runRetryLoop({
    task: async () => void (await shipping.shipAll(supervised.end)),
    pauseMs,
    failureMessage: 'Roll-up failed; retrying, events remain in the journal',
    log: log.child({ part: 'roll-up' }),
    signal: supervised.end,
  });
  await finishWithin(closeMs, 'connections', log, async () => {
    await link?.close();
    await database.close();
  });
}
