import type { Config } from '../config/config.ts';
import type { HostLink } from '../host/host-link.ts';
import { loadHostName } from '../host/host-name.ts';
import type { Logger } from '../log.ts';

/** The link to other hosts; null: there are none. The client of Redis is hundreds of modules, so it is loaded only where it is used. */
export async function openLink(config: Config, log: Logger): Promise<HostLink | null> {
  if (config.redisUrl === null) return null;
  const { openHostLink } = await import('../host/host-link.ts');
  return openHostLink(config, { host: loadHostName(config.dataFolder), log });
}
