import { describe, expect, test } from 'vitest';
import { type Terms, termsWiden } from './terms-widen.ts';

const terms: Terms = {
  startMs: 1000,
  endMs: 2000,
  activeDays: ['mon', 'tue'],
  dayParts: [{ days: [], fromMinute: 600, toMinute: 720 }],
  priority: 5,
  exclusionLabels: ['cars'],
  duplicatesAllowed: false,
  roadblock: 'none',
  holdoutPercent: 0,
  caps: [{ scope: 'day', most: 2 }],
};

describe('widening', () => {
  test.each<[string, Partial<Terms>]>([
    ['an earlier start', { startMs: 999 }],
    ['a later end', { endMs: 2001 }],
    ['an open end', { endMs: null }],
    ['a higher priority', { priority: 4 }],
    ['an additional day', { activeDays: ['mon', 'tue', 'wed'] }],
    ['every day', { activeDays: [] }],
    ['another day', { activeDays: ['wed'] }],
    ['an additional minute', { dayParts: [{ days: [], fromMinute: 600, toMinute: 721 }] }],
    ['all day', { dayParts: [] }],
    ['an additional daypart', { dayParts: [...terms.dayParts, { days: ['tue'], fromMinute: 0, toMinute: 1 }] }],
    ['a removed label', { exclusionLabels: [] }],
    ['an added label', { exclusionLabels: ['cars', 'planes'] }],
    ['several slots per request', { duplicatesAllowed: true }],
    ['a roadblock', { roadblock: 'all' as const }],
    ['no cap', { caps: [] }],
    ['a cap per household instead of per viewer', { caps: [{ scope: 'day', most: 2, per: 'household' }] }],
    ['a cap that serves unidentified viewers', { caps: [{ scope: 'day', most: 2, whenUnknown: 'serve' }] }],
    ['a looser cap', { caps: [{ scope: 'day', most: 3 }] }],
    ['another cap', { caps: [{ scope: 'hour', most: 1 }] }],
  ])('%s', (_what, change) => {
    expect(termsWiden(terms, { ...terms, ...change })).toBe(true);
  });
});

describe('narrowing', () => {
  test.each<[string, Partial<Terms>]>([
    ['nothing', {}],
    ['a later start', { startMs: 1500 }],
    ['an earlier end', { endMs: 1500 }],
    ['a lower priority', { priority: 9 }],
    ['a removed day', { activeDays: ['tue'] }],
    ['fewer minutes', { dayParts: [{ days: [], fromMinute: 601, toMinute: 700 }] }],
    [
      'the same minutes split into dayparts',
      {
        dayParts: [
          { days: ['mon', 'tue'], fromMinute: 600, toMinute: 660 },
          { days: [], fromMinute: 660, toMinute: 720 },
        ],
      },
    ],
    ['a daypart on an inactive day', { dayParts: [...terms.dayParts, { days: ['sun'], fromMinute: 0, toMinute: 1 }] }],
    ['a tighter cap', { caps: [{ scope: 'day', most: 1 }] }],
    ['an additional cap', { caps: [...terms.caps, { scope: 'life', most: 9 }] }],
  ])('%s', (_what, change) => {
    expect(termsWiden(terms, { ...terms, ...change })).toBe(false);
  });
});
