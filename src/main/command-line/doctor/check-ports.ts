import type { Config } from '../../../platform/config/config.ts';
import { readLockHolder } from '../../supervisor/data-folder-lock.ts';
import { PortInUseError, requireFreePort } from '../../supervisor/require-free-port.ts';
import type { Finding } from './finding.ts';

const healthTimeoutMs = 2_000;

/** Checks whether both ports are free, or in use by the Placard of this data folder. */
export async function* checkPorts(config: Config): AsyncGenerator<Finding> {
  yield await checkPort(config, { what: 'port', port: config.managementPort, setting: 'PORT' });
  yield await checkPort(config, { what: 'delivery port', port: config.deliveryPort, setting: 'PLACARD_DELIVERY_PORT' });
}

async function checkPort(
  config: Config,
  wanted: { readonly what: string; readonly port: number; readonly setting: string },
): Promise<Finding> {
  const { what, port, setting } = wanted;
  try {
    await requireFreePort({ host: config.host, port, setting, patienceMs: 0 });
    return { what, state: 'ok', found: `${port} is free` };
  } catch (error) {
    if (!(error instanceof PortInUseError)) throw error;
    const holder = runningHolder(config.dataFolder);
    if (holder !== null && (await answersHealth(port))) {
      return { what, state: 'ok', found: `${port} is in use by the Placard of this data folder (process ${holder})` };
    }
    return { what, state: 'fail', found: error.message, advice: `stop that program, or set ${setting}` };
  }
}

function runningHolder(dataFolder: string): number | null {
  const holder = readLockHolder(dataFolder);
  if (holder === null) return null;
  try {
    process.kill(holder.pid, 0);
    return holder.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? holder.pid : null;
  }
}

async function answersHealth(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(healthTimeoutMs) });
    await response.arrayBuffer();
    return true;
  } catch {
    // The program on the port uses another protocol.
    return false;
  }
}
