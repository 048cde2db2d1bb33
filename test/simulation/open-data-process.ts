import { setTimeout as delay } from 'node:timers/promises';
import { openOpenDataExport } from '../../src/worker/open-data/export/export-pass.ts';

/** Sent by the simulation, and answered when all journaled events are exported. */
export type ExportMessage = 'settle' | 'settled';

/* An export of open data that does not pause. Parameter: the data folder. */
const [dataFolder = ''] = process.argv.slice(2);
const opened = await openOpenDataExport({
  host: 'simulation',
  dataFolder,
  store: { kind: 'folder', folder: null },
});
let isLast = false;
process.on('message', () => {
  isLast = true;
});
process.on('disconnect', () => process.exit());
process.send?.('started');
while (!isLast) {
  await opened.pass();
  await delay(100);
}
// The pass during which it was told may have begun before the last event.
await opened.pass();
await opened.close();
process.send?.('settled' satisfies ExportMessage);
