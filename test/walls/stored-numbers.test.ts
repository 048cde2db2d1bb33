import { expect, test } from 'vitest';
import { counterNumber, counters, eachCounter } from '../../src/core/pricing/billable-events.ts';
import { valueFactNames, valueFacts } from '../../src/core/targeting/value-facts.ts';
import { capSubjects, countedScopes } from '../../src/core/vocabulary/cap-subjects.ts';
import { eventWindows } from '../../src/core/vocabulary/event-windows.ts';
import { consents, winnerMethods } from '../../src/exchange/decisions/decision-format.ts';

const numbersOfFacts = Object.fromEntries(valueFactNames.map((fact) => [fact, valueFacts[fact].number]));

/**
 * Snapshots, decision files, journals, tokens and messages between hosts contain these numbers. A changed number gives
 * stored data another meaning: add new names with new numbers, and never change or reuse an old one.
 */
test('the numbers of stored enumerations do not change', () => {
  expect(numbersOfFacts).toMatchObject({
    country: 0,
    region: 1,
    city: 2,
    postalCode: 3,
    device: 4,
    os: 5,
    browser: 6,
    language: 7,
    segment: 8,
    consent: 9,
    category: 10,
    keyword: 11,
    product: 12,
    venueType: 13,
    chain: 14,
    store: 15,
    zone: 16,
    orientation: 17,
    resolution: 18,
    screenSize: 19,
    audio: 20,
  });
  expect(eachCounter(counterNumber)).toMatchObject({ impressions: 1, viewables: 2, clicks: 3 });
  expect({ capSubjects, countedScopes, eventWindows, consents, winnerMethods }).toEqual({
    capSubjects: ['viewer', 'first_party', 'session', 'household', 'store', 'screen'],
    countedScopes: ['hour', 'day', 'life'],
    eventWindows: ['display', 'video', 'screen'],
    consents: [undefined, 'granted', 'denied'],
    winnerMethods: ['share', 'claim', 'fill', 'roadblock'],
  });
});

test('no two targeting facts share a number', () => {
  const numbers = Object.values(numbersOfFacts);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('counters of billable events are numbered 1, 2, 3 in the order of their declaration', () => {
  expect(counters.map(counterNumber)).toEqual(counters.map((_, index) => index + 1));
});
