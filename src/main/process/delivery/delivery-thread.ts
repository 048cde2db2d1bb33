import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { SharedImages } from '../../../exchange/snapshot/snapshot-folder.ts';
import { prepareCommand } from '../../command-line/command-context.ts';
import type { DeliveryLink } from './run-delivery.ts';
import type { FromThread, ThreadParameters, ToThread } from './thread-messages.ts';

// Entry of a delivery thread.
const { number, environment, compileCache } = workerData as ThreadParameters;
const port = parentPort as NonNullable<typeof parentPort>;
if (compileCache !== null) enableCompileCache(compileCache);

const end = Promise.withResolvers<void>();
const awaitedImages = new Map<number, (bytes: SharedArrayBuffer | null) => void>();
let images = 0;
port.on('message', (message: ToThread) => {
  if (message.type === 'close') end.resolve();
  if (message.type !== 'imageBytes') return;
  awaitedImages.get(message.question)?.(message.bytes);
  awaitedImages.delete(message.question);
});

const tell = (message: FromThread) => port.postMessage(message);

const sharedImages: SharedImages = (base) => {
  images += 1;
  const question = images;
  return new Promise((resolve) => {
    awaitedImages.set(question, resolve);
    tell({ type: 'image', question, base });
  });
};

const link: DeliveryLink = {
  tell,
  hear: (listener) =>
    void port.on('message', (message: ToThread) => {
      if (message.type !== 'imageBytes') listener(message);
    }),
};

const prepared = prepareCommand({ environment }, { roles: ['delivery'], name: `delivery-${number}` });
// Loaded after the compile cache is enabled.
const { runDelivery } = await import('./run-delivery.ts');
process.exitCode = await runDelivery({ ...prepared, number, link, end: end.promise, sharedImages });
port.close();
