import type { HostLink } from '../../cluster/host-link.ts';
import { loadHostName } from '../../cluster/host-name.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log/log.ts';

/** The link to other hosts; null: there are none. The client of Redis is hundreds of modules, so it is loaded only where it is used. */
export async function openLink(config: Config, log: Logger): Promise<HostLink | null> {
  if (config.redisUrl === null) return null;
  const { openHostLink } = await import('../../cluster/host-link.ts');
  return openHostLink(config, { host: loadHostName(config.dataFolder), log });
}
