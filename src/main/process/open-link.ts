import type { HostLink } from '../../cluster/host-link.ts';
import { loadHostName } from '../../cluster/host-name.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log/log.ts';

/**
 * Opens the link to other hosts. Returns null if there are none. The Redis client consists of hundreds of modules, so
 * it is loaded only if it is used.
 */
export async function openLink(config: Config, log: Logger): Promise<HostLink | null> {
  if (config.redisUrl === null) return null;
  const { openHostLink } = await import('../../cluster/host-link.ts');
  return openHostLink(config, { host: loadHostName(config.dataFolder), log });
}
