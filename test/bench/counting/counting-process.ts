import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { createSequenceReader } from '../../../src/platform/keys/decision-ids.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { createJournalShipping } from '../../../src/worker/count/journal-shipping.ts';
import { benchSequenceKey } from './write-journals.ts';

/* A counting worker. Parameters: URL of the database and folder of the journals. Counts once per message. */
const [databaseUrl = '', journalFolder = ''] = process.argv.slice(2);
const { kysely } = openDatabase(databaseUrl, { maxConnections: 2 });
const log = createLog({ level: 'error', name: 'bench' });
const sequences = createSequenceReader(benchSequenceKey);

process.on('message', async () => {
  const shipping = createJournalShipping({ database: kysely, journalFolder, sequences, log });
  const cpu = process.cpuUsage();
  await shipping.shipAll(new AbortController().signal);
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ cpuMicros: user + system });
});
process.on('disconnect', () => process.exit(0));
process.send?.('started');
