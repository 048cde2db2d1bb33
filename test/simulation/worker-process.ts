import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createJournalShipping } from '../../src/worker/count/journal-shipping.ts';
import { startRollUp } from '../../src/worker/count/start-roll-up.ts';

/** Asked by the simulation, and answered when all that is journalled is counted. */
export type SettleMessage = 'settle' | 'settled';

/* One worker that counts. Parameters: the address of the database and the folder of the journals. */
const [databaseUrl = '', journalFolder = ''] = process.argv.slice(2);
const { kysely, pool } = openDatabase(databaseUrl, { maxConnections: 2 });
// The simulation cuts connections on purpose; a pool tells that of those that are idle.
pool.on('error', () => undefined);
const log = createLog({ level: 'silent', name: 'worker' });
const rollUp = startRollUp({
  database: kysely,
  shipping: createJournalShipping({ database: kysely, journalFolder, log }),
  // What was journalled is read in the end where it was put aside.
  archive: { send: async () => undefined, removeOld: async () => undefined },
  log,
});
process.on('message', async () => {
  await rollUp.settle();
  process.send?.('settled' satisfies SettleMessage);
});
process.on('disconnect', () => process.exit());
process.send?.('started');
