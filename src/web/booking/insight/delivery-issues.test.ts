import { expect, test } from 'vitest';
import type { BookingDiagnosis, DiagnosedReason } from '../../../client/generated/types.gen.ts';
import { noCounts } from '../../../core/pricing/billable-events.ts';
import { deliveryIssuesOf, issueScope } from './delivery-issues.ts';

const booking = { kind: 'bookings', id: 7 } as const;
const noCreative: DiagnosedReason = {
  code: 'NO_FITTING_CREATIVE',
  effect: 'blocks',
  remedy: 'upload',
  on: booking,
  field: '/creatives',
};
const noRequests = (id: number): DiagnosedReason => ({
  code: 'NO_REQUESTS',
  effect: 'limits',
  remedy: 'embed',
  on: { kind: 'inventory/position', id },
  field: null,
});

test('lists an issue of several positions once, with their slot names', () => {
  const diagnosis = diagnosisOf([], [[noCreative, noRequests(1)], [noCreative], [noRequests(3)]]);
  const { blocks, limits } = deliveryIssuesOf(diagnosis);
  expect(blocks.map(({ positions }) => positions?.map(({ slotName }) => slotName))).toEqual([['slot-1', 'slot-2']]);
  expect(limits.map(({ positions }) => positions?.map(({ positionId }) => positionId))).toEqual([[1, 3]]);
  expect(blocks.map((issue) => issueScope(issue, diagnosis))).toEqual([{ scope: 'some', count: 2, total: 3 }]);
});

test('omits an issue of a position that the whole booking has', () => {
  const diagnosis = diagnosisOf([noCreative], [[noCreative], []]);
  expect(deliveryIssuesOf(diagnosis).blocks).toEqual([{ ...noCreative, positions: null }]);
});

test('omits an issue of a position that the remedy of a general issue solves', () => {
  const none: DiagnosedReason = { ...noCreative, code: 'NO_CREATIVE' };
  expect(deliveryIssuesOf(diagnosisOf([none], [[noCreative], [noCreative]])).blocks.map(({ code }) => code)).toEqual([
    'NO_CREATIVE',
  ]);
});

test('separates issues that end by themselves from issues that require a change', () => {
  const wait: DiagnosedReason = { ...noCreative, code: 'BEFORE_START', remedy: 'wait', field: '/startDate' };
  const { blocks, waits } = deliveryIssuesOf(diagnosisOf([wait], []));
  expect([blocks.length, waits.length]).toEqual([0, 1]);
});

test('counts only the most requested positions when the booking has many', () => {
  const diagnosis = { ...diagnosisOf([], [[noRequests(1)], []]), positionCount: 80 };
  expect(deliveryIssuesOf(diagnosis).limits.map((issue) => issueScope(issue, diagnosis))).toEqual([
    { scope: 'mostRequested', count: 1, total: 2 },
  ]);
});

function diagnosisOf(
  reasons: readonly DiagnosedReason[],
  reasonsByPosition: readonly (readonly DiagnosedReason[])[],
): BookingDiagnosis {
  return {
    bookingId: 7,
    at: '2026-11-22T09:00:00.000Z',
    status: 'running',
    health: 'ok',
    reasons: [...reasons],
    positionCount: reasonsByPosition.length,
    positions: reasonsByPosition.map((ownReasons, index) => ({
      positionId: index + 1,
      slotName: `slot-${index + 1}`,
      requestsPerDay: 10,
      canShow: true,
      sharePercent: 100,
      deliveredToday: noCounts(),
      reasons: [...ownReasons],
    })),
  };
}
