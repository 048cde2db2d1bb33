import { expect, test } from 'vitest';
import type { RecordedRequest } from '../../core/decision/explain/recorded-request.ts';
import type { TargetedValue } from '../../core/targeting/recorded-facts.ts';
import { DecisionDecoder } from './decision-decoder.ts';
import { DecisionEncoder } from './decision-encoder.ts';

const atMs = Date.UTC(2026, 0, 1);

function readBack(thing: TargetedValue): RecordedRequest | undefined {
  const encoder = new DecisionEncoder();
  const number = encoder.defineThing(thing, atMs);
  encoder.request({
    atMs,
    id: null,
    facts: { things: [number], consent: 0 },
    slots: [{ position: 0, isFurther: false, ownFacts: null, winner: 0 }],
    viewer: null,
    terms: 0,
    claims: [],
  });
  let found: RecordedRequest | undefined;
  new DecisionDecoder().read(encoder.take(), {
    request(request) {
      found = request;
      return true;
    },
  });
  return found;
}

test('reads the location of a decision', () => {
  expect(readBack({ geoArea: 'BE-VLG' })?.facts.asked).toEqual([{ geoArea: 'BE-VLG' }]);
});

test('reads the location of a decision that an earlier version stored under another field name', () => {
  const stored = { ['place']: 'BE-VLG' } as unknown as TargetedValue;
  expect(readBack(stored)?.facts.asked).toEqual([{ geoArea: 'BE-VLG' }]);
});
