import { expect, test } from 'vitest';
import { readCounts } from './read-counts.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('reads the known columns of a CSV file in any order, with separators of thousands', () => {
  const file =
    '\uFEFFDay;Campaign;Impressions;bookingId;Clicks\r\n2026-11-20;Sale;1.204;12;\r\n\r\n2026-11-21;Sale;1 310;12;7\r\n';
  expect(readCounts(bytesOf(file))).toEqual({
    counts: [
      { bookingId: 12, day: '2026-11-20', impressions: 1_204 },
      { bookingId: 12, day: '2026-11-21', impressions: 1_310, clicks: 7 },
    ],
    fault: null,
  });
});

test('names a missing column', () => {
  expect(readCounts(bytesOf('bookingId,impressions\n12,5\n'))).toEqual({
    counts: null,
    fault: 'The file has no column day.',
  });
});
