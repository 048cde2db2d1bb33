import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');

/** Absolute path of a file or folder of the repository. */
export const pathOf = (...parts) => join(root, ...parts);

/** Returns the folder for logs and results of the tools. It may be deleted at any time. */
export function cacheFolder() {
  mkdirSync(pathOf('.cache'), { recursive: true });
  return pathOf('.cache');
}
