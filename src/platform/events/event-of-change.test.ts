import { expect, test } from 'vitest';
import { eventsOfChange } from './event-of-change.ts';

const about = { actor: 'user 1', revision: 4, publicUrl: 'https://placard.example' };

test('a new version of an approved creative requests a review once', () => {
  const approved = { id: 7, state: 'approved', pendingVersion: null };
  const waiting = { ...approved, pendingVersion: { html: '<b>Tea</b>' } };
  const typesOf = (action: string, before: typeof approved, view: typeof approved | typeof waiting) =>
    eventsOfChange({ action, kind: 'creatives', before, view }, about).map(({ type }) => type);
  expect(typesOf('update', approved, waiting)).toEqual(['creative.review_requested']);
  expect(typesOf('update', waiting as unknown as typeof approved, waiting)).toEqual([]);
  expect(typesOf('approve', waiting as unknown as typeof approved, approved)).toEqual(['creative.approved']);
  expect(typesOf('reject', waiting as unknown as typeof approved, approved)).toEqual(['creative.rejected']);
});
