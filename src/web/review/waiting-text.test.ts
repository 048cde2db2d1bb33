import { expect, test } from 'vitest';
import type { Booking, Creative } from '../../client/generated/types.gen.ts';
import { reviewWaitText } from './review-wait-text.ts';

const waiting = { key: 'any', since: '2026-11-22T03:00:00Z' };
const booking = { ...waiting, kind: 'booking', object: { type: 'display' } as Booking } as const;
const creativeOf = (object: Partial<Creative>) =>
  ({ ...waiting, kind: 'creative', object: { kind: 'image', pendingVersion: null, ...object } as Creative }) as const;

test('what was approved once is a change, and not new', () => {
  expect([undefined, false, true].map((wasApproved) => reviewWaitText(booking, wasApproved))).toEqual([
    'Booking, Display',
    'New booking, Display',
    'Changed booking, Display',
  ]);
  expect([undefined, false, true].map((wasApproved) => reviewWaitText(creativeOf({}), wasApproved))).toEqual([
    'Creative, Image',
    'New creative, Image',
    'Changed creative, Image',
  ]);
});

test('beside what is delivered a new version waits', () => {
  const pendingVersion = {} as NonNullable<Creative['pendingVersion']>;
  expect(reviewWaitText(creativeOf({ pendingVersion }), undefined)).toBe('New version, Image');
});
