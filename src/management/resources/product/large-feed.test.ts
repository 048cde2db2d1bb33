import { expect, test } from 'vitest';
import { takeLargeFeeds } from '../../../../test/support/media-files/large-feed.ts';

test('imports 20,000 products, again unchanged, and with every hundredth sold out', async () => {
  // The test with a million products is test/nightly/products-of-a-million.test.ts.
  expect(await takeLargeFeeds(20_000)).toMatchObject({ products: 20_000 });
});
