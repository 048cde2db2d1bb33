import { test } from 'vitest';
import { takeLargeFeeds } from '../support/media-files/large-feed.ts';

test('a million products are taken into a catalogue', async () => {
  process.stdout.write(`${JSON.stringify(await takeLargeFeeds(1_000_000))}\n`);
});
