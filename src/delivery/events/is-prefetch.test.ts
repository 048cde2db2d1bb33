import { expect, test } from 'vitest';
import { isPrefetch } from './is-prefetch.ts';

test.each([
  ['sec-purpose', 'prefetch', true],
  ['sec-purpose', 'prefetch;anonymous-client-ip', true],
  ['sec-purpose', 'prefetch;prerender', true],
  ['sec-purpose', 'prerender', true],
  ['purpose', 'prefetch', true],
  ['x-purpose', 'instant, preview', true],
  ['x-moz', 'Prefetch', true],
  ['sec-purpose', 'something-else', false],
  ['sec-purpose', 'unprefetched', false],
  ['x-moz', '', false],
  ['sec-fetch-dest', 'prefetch', false],
])('%s: %s', (given, value, isAhead) => {
  expect(isPrefetch({ header: (name) => (name === given ? value : undefined) })).toBe(isAhead);
});
