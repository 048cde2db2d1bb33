import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { serveBench } from './bench-process.ts';

/** One delivery process in its production configuration, with its journal on disk and the snapshot of its folder. */
const [dataFolder = '', fastPath = 'on', decisions = 'on'] = process.argv.slice(2);
const delivery = await startDelivery({
  config: {
    context: readConfig({}, 'delivery').context,
    dataFolder,
    decisionBytes: decisions === 'off' ? 0 : 256 * 1024 * 1024,
    openDataDays: decisions === 'facts' ? 1 : 0,
    deliveryPort: 0,
    deliveryProcesses: 1,
    deliveryUrl: 'https://ads.example',
    creativeOrigin: null,
    fastPath: fastPath === 'on',
    host: '127.0.0.1',
    previewByNumber: true,
    macroValues: new Map(),
    userSyncPartners: [],
    exchangeRates: { kind: 'list', table: new Map() },
    redisUrl: null,
    secret: null,
    store: { kind: 'folder', folder: null },
    storeCacheBytes: 0,
    videoCacheBytes: 16 * 1024 * 1024,
  },
  log: createLog({ level: 'error', name: 'bench' }),
  processId: 'delivery-0',
});
serveBench(delivery.port, () => Promise.resolve());
