import { expect, test } from 'vitest';
import type { Booking, Creative } from '../../client/generated/types.gen.ts';
import { reviewItemText } from './review-item-text.ts';

const pending = { key: 'any', since: '2026-11-22T03:00:00Z' };
const booking = { ...pending, kind: 'booking', object: { type: 'display' } as Booking, purchase: null } as const;
const creativeOf = (object: Partial<Creative>) =>
  ({ ...pending, kind: 'creative', object: { kind: 'image', pendingVersion: null, ...object } as Creative }) as const;

test('describes an item as new or changed by its earlier approval', () => {
  expect([undefined, false, true].map((wasApproved) => reviewItemText(booking, wasApproved))).toEqual([
    'Booking, Display',
    'New booking, Display',
    'Changed booking, Display',
  ]);
  expect([undefined, false, true].map((wasApproved) => reviewItemText(creativeOf({}), wasApproved))).toEqual([
    'Creative, Image',
    'New creative, Image',
    'Changed creative, Image',
  ]);
});

test('describes a pending version of a delivered creative', () => {
  const pendingVersion = {} as NonNullable<Creative['pendingVersion']>;
  expect(reviewItemText(creativeOf({ pendingVersion }), undefined)).toBe('New version, Image');
});
