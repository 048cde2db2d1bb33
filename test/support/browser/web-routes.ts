import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../src/web', import.meta.url));

/** Returns the addresses of all pages in the router of the interface, with `$id` as the placeholder of an ID. */
export function webRoutes(): readonly string[] {
  const routes = globSync(`${folder}/**/*routes.ts*`)
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((source) => [...source.matchAll(/pageRoute\(\s*root,\s*'([^']+)'/g)].map(([, route]) => route ?? ''));
  return [...new Set(routes)].sort();
}
