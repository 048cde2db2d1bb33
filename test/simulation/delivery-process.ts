import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';

/** What the simulation tells a delivery process, and what it answers. */
export type ClockMessage = { readonly nowMs: number };
export type DeliveryMessage = { readonly port: number } | ClockMessage;

/*
 * One delivery process whose clock the simulation sets; all else is real. Parameters: its name, the data folder and the
 * time at its start.
 */
const [processId = '', dataFolder = '', startMs = ''] = process.argv.slice(2);
const say = (message: DeliveryMessage) => process.send?.(message);

let nowMs = Number(startMs);
process.on('message', (message: ClockMessage) => {
  nowMs = message.nowMs;
  say(message);
});
process.on('disconnect', () => process.exit());

const config = readConfig({ PLACARD_DATA: dataFolder, PLACARD_HOST: '127.0.0.1', PLACARD_PROCESSES: '1' }, 'delivery');
const delivery = await startDelivery({
  config: { ...config, deliveryPort: 0 },
  log: createLog({ level: 'fatal', name: processId }),
  processId,
  now: () => nowMs,
});
say({ port: delivery.port });
