import { expect, test } from 'vitest';
import { takeLargeFeeds } from '../../../../test/support/media-files/large-feed.ts';

test('twenty thousand products are taken, and again, and one in a hundred is sold out', async () => {
  // The whole million is in test/nightly/products-of-a-million.test.ts.
  expect(await takeLargeFeeds(20_000)).toMatchObject({ products: 20_000 });
});
