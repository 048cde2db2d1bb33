import { join } from 'node:path';
import { startDelivery } from '../../src/server/delivery/start-delivery.ts';
import { createLog } from '../../src/server/log.ts';
import { openSnapshotFolder } from '../../src/server/snapshot-file/snapshot-folder.ts';
import { serveBench } from './bench-process.ts';
import { benchSnapshot } from './bench-snapshot.ts';

/** One delivery process as it runs in production, with its journal on disk. */
const dataFolder = process.argv[2] ?? '';
await openSnapshotFolder(join(dataFolder, 'snapshots')).publish(benchSnapshot());
const delivery = await startDelivery({
  config: {
    dataFolder,
    deliveryPort: 0,
    deliveryProcesses: 1,
    deliveryUrl: 'https://ads.example',
    fastPath: process.argv[3] !== 'off',
    host: '127.0.0.1',
    secret: null,
  },
  log: createLog({ level: 'error', name: 'bench' }),
  processId: 'delivery-0',
});
serveBench(delivery.port, () => Promise.resolve());
