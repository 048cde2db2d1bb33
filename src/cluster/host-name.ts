import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { keepOnce } from '../platform/durable/keep-once.ts';

const longestHostname = 40;

/**
 * What this host is called among all that serve: its own name and some letters that its data folder keeps, so that a folder
 * that was lost and made anew is another host, whose journal begins anew.
 */
export function loadHostName(dataFolder: string): string {
  const own = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, longestHostname);
  return keepOnce(join(dataFolder, 'host'), () => `${own}-${randomBytes(4).toString('hex')}`);
}
