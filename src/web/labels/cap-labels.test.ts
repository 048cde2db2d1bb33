import { expect, test } from 'vitest';
import { capText } from './cap-labels.ts';

test('describes a cap by its count, period, subject and handling of unknown viewers', () => {
  const texts = [
    capText({ scope: 'day', most: 2 }),
    capText({ scope: 'life', most: 10, per: 'household', whenUnknown: 'serve' }),
    capText({ scope: 'hour', most: 1, per: 'first_party', whenUnknown: 'skip' }),
    capText({ scope: 'request', most: 1 }),
  ];
  expect(texts).toEqual([
    '2 per day for each viewer',
    '10 in total for each household; no limit for unknown viewers',
    '1 per hour for each signed-in user',
    '1 per request',
  ]);
});
