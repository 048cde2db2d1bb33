import { expect, test } from 'vitest';
import { completedSteps } from './tag-check-state.ts';

const bookingId = 7;
const nothing = { isLive: false, decisions: [], bookingId, impressions: 0 };
const decisionOf = (winner: number | null) => ({
  decisionId: '0'.repeat(32),
  at: '2026-11-26T09:00:00.000Z',
  revision: 3,
  slots: [{ slotName: '_news_-rectangle', positionId: 2, bookingId: winner }],
});

test.each([
  ['nothing before the revision is live', nothing, []],
  ['the revision', { ...nothing, isLive: true }, ['live']],
  [
    'the request of a tag without an ad',
    { ...nothing, isLive: true, decisions: [decisionOf(null)] },
    ['live', 'request'],
  ],
  ['no ad of another booking', { ...nothing, isLive: true, decisions: [decisionOf(8)] }, ['live', 'request']],
  ['the ad of the booking', { ...nothing, decisions: [decisionOf(null), decisionOf(7)] }, ['live', 'request', 'ad']],
  ['all steps with the first impression', { ...nothing, impressions: 1 }, ['live', 'request', 'ad', 'impression']],
])('completes %s', (_what, facts, steps) => {
  expect([...completedSteps(facts)]).toEqual(steps);
});
