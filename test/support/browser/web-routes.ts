import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../src/web', import.meta.url));

/** Addresses of all pages of the interface as its router has them, with `$id` where an id stands. */
export function webRoutes(): readonly string[] {
  const routes = globSync(`${folder}/**/*routes.ts*`)
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((source) => [...source.matchAll(/pageRoute\(\s*root,\s*'([^']+)'/g)].map(([, route]) => route ?? ''));
  return [...new Set(routes)].sort();
}
