import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideAddress } from '../../src/web/ui/page/guide-topics.ts';
import { webRoutes } from '../support/browser/web-routes.ts';

const guide = join(import.meta.dirname, '../../docs/guide');

test('every page of the interface has an existing page of the guide', () => {
  const paths = webRoutes();
  expect(paths.length).toBeGreaterThan(30);
  const missing = paths.filter((path) => {
    const topic = guideAddress(path).replace('/docs/', '');
    return topic === '' || !existsSync(join(guide, `${topic}.md`));
  });
  expect(missing).toEqual([]);
});

test('the longest matching path is used, and an unknown path leads to the index', () => {
  expect(guideAddress('/inventory/screens')).toBe('/docs/integrate/clients/screens');
  expect(guideAddress('/inventory/formats')).toBe('/docs/book/inventory');
  expect(guideAddress('/')).toBe('/docs/get-started/web-interface');
  expect(guideAddress('/nosuch')).toBe('/docs/');
});
