import { expect, test } from 'vitest';
import { capText } from './cap-words.ts';

test('a cap in words says how often, in what, for whom, and what becomes of the rest', () => {
  const texts = [
    capText({ scope: 'day', most: 2 }),
    capText({ scope: 'life', most: 10, per: 'household', whenUnknown: 'serve' }),
    capText({ scope: 'hour', most: 1, per: 'first_party', whenUnknown: 'skip' }),
    capText({ scope: 'request', most: 1 }),
  ];
  expect(texts).toEqual([
    'at most 2 a day for one viewer',
    'at most 10 in all for one household; who is not known is shown it too',
    'at most 1 an hour for one user of yours',
    'at most 1 in one request',
  ]);
});
