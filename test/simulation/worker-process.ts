import { dirname } from 'node:path';
import { sequencesOf } from '../../src/main/command-line/sequences-of.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createJournalShipping } from '../../src/worker/count/journal-shipping.ts';
import { startRollUp } from '../../src/worker/count/start-roll-up.ts';

/** Sent by the simulation, and answered when all journaled events are counted. */
export type SettleMessage = 'settle' | 'settled';

/* A counting worker. Parameters: the URL of the database and the folder of the journals. */
const [databaseUrl = '', journalFolder = ''] = process.argv.slice(2);
const { kysely, pool } = openDatabase(databaseUrl, { maxConnections: 2 });
// The simulation cuts connections on purpose, and a pool emits errors of idle ones.
pool.on('error', () => undefined);
const sequences = sequencesOf({ secret: null, dataFolder: dirname(journalFolder) });
const log = createLog({ level: 'silent', name: 'worker' });
const rollUp = startRollUp({
  database: kysely,
  shipping: createJournalShipping({ sequences, database: kysely, journalFolder, log }),
  // The simulation reads archived journals at the end, so none are removed.
  archive: { send: async () => undefined, removeOld: async () => undefined },
  log,
});
process.on('message', async () => {
  await rollUp.settle();
  process.send?.('settled' satisfies SettleMessage);
});
process.on('disconnect', () => process.exit());
process.send?.('started');
