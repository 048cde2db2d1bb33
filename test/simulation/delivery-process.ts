import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';

/** Messages between the simulation and a delivery process. */
export type ClockMessage = { readonly nowMs: number };
export type DeliveryMessage = { readonly port: number } | ClockMessage;

/*
 * A delivery process with a simulated clock. Everything else is real. Parameters: its name, the data folder and the
 * start time.
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
