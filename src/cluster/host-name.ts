import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { generateOnce } from '../platform/durable/generate-once.ts';

const longestHostname = 40;

/**
 * Returns the name of this host: its hostname and a random suffix that is stored in its data folder. A host with a lost
 * and recreated folder therefore counts as a new host with a new journal.
 */
export function loadHostName(dataFolder: string): string {
  const own = hostname()
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, longestHostname);
  return generateOnce(join(dataFolder, 'host'), () => `${own}-${randomBytes(4).toString('hex')}`);
}
