import { expect, test } from 'vitest';
import { resourceTypes } from '../../src/contract/resource-types/all-resource-types.ts';
import { webRoutes } from '../support/browser/web-routes.ts';

test('every page that a resource type declares is a route of the interface', () => {
  const routes = webRoutes();
  const declared = resourceTypes.flatMap(({ kind, listPath, page }) => [
    ...(listPath === null ? [] : [{ kind, to: listPath }]),
    ...(page === null ? [] : [{ kind, to: page(7).to.replace(/\/7$/, '/$id') }]),
  ]);
  expect(declared.length).toBeGreaterThan(30);
  expect(declared.filter(({ to }) => !routes.includes(to))).toEqual([]);
});
