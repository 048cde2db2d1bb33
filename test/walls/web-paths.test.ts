import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the server serves the document for the first path segment of every page', () => {
  const server = readFileSync(`${root}src/management/api/web-interface/serve-web-interface.ts`, 'utf8');
  const [, list = ''] = /webSections = \[([^\]]*)\]/.exec(server) ?? [];
  const served = [...list.matchAll(/'([^']+)'/g)].map(([, section]) => section);
  const routes = globSync('src/web/**/*routes.{ts,tsx}', { cwd: root }).map((file) =>
    readFileSync(root + file, 'utf8'),
  );
  const sections = routes.flatMap((text) => [...text.matchAll(/'\/([\w-]+)[^']*'/g)].map(([, section]) => section));
  expect(new Set(sections).size).toBeGreaterThan(10);
  expect([...new Set(sections)].filter((section) => !served.includes(section))).toEqual([]);
});
