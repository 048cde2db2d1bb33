import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareCommand } from '../../command-line/command-context.ts';
import type { DeliveryLink } from './run-delivery.ts';
import type { FromThread, SharedMemoryKey, ThreadParameters, ToThread } from './thread-messages.ts';

// Entry of a delivery thread.
const { number, environment, compileCache } = workerData as ThreadParameters;
const port = parentPort as NonNullable<typeof parentPort>;
if (compileCache !== null) enableCompileCache(compileCache);

const end = Promise.withResolvers<void>();
const awaited = new Map<number, (memory: SharedArrayBuffer | null) => void>();
let questions = 0;
port.on('message', (message: ToThread) => {
  if (message.type === 'close') end.resolve();
  if (message.type !== 'sharedMemory') return;
  awaited.get(message.question)?.(message.memory);
  awaited.delete(message.question);
});

const tell = (message: FromThread) => port.postMessage(message);

function share(key: SharedMemoryKey): Promise<SharedArrayBuffer | null> {
  questions += 1;
  const question = questions;
  return new Promise((resolve) => {
    awaited.set(question, resolve);
    tell({ type: 'shareMemory', question, key });
  });
}

const link: DeliveryLink = {
  tell,
  hear: (listener) =>
    void port.on('message', (message: ToThread) => {
      if (message.type !== 'sharedMemory') listener(message);
    }),
};

const prepared = prepareCommand({ environment }, { roles: ['delivery'], name: `delivery-${number}` });
// Loaded after the compile cache is enabled.
const { runDelivery } = await import('./run-delivery.ts');
process.exitCode = await runDelivery({
  ...prepared,
  number,
  link,
  end: end.promise,
  shared: {
    images: (base) => share({ kind: 'image', base }),
    tables: (base, hour, size) => share({ kind: 'tables', base, hour, size }),
  },
});
port.close();
