import { test } from 'vitest';
import { takeLargeFeeds } from '../support/media-files/large-feed.ts';

test('imports a million products into a catalog', async () => {
  process.stdout.write(`${JSON.stringify(await takeLargeFeeds(1_000_000))}\n`);
});
