import { expect, test } from 'vitest';
import type { BookingDiagnosis, DiagnosedReason } from '../../../client/generated/types.gen.ts';
import { deliveryIssuesOf, locationText } from './delivery-issues.ts';

const booking = { kind: 'bookings', id: 7 } as const;
const noCreative: DiagnosedReason = {
  code: 'NO_FITTING_CREATIVE',
  effect: 'blocks',
  remedy: 'upload',
  on: booking,
  field: '/creatives',
};
const notAsked = (id: number): DiagnosedReason => ({
  code: 'NO_REQUESTS',
  effect: 'limits',
  remedy: 'embed',
  on: { kind: 'inventory/position', id },
  field: null,
});

test('what stands at several positions is told once, with their slot names', () => {
  const diagnosis = diagnosisOf([], [[noCreative, notAsked(1)], [noCreative], [notAsked(3)]]);
  const { blocks, limits } = deliveryIssuesOf(diagnosis);
  expect(blocks.map(({ places }) => places?.map(({ slotName }) => slotName))).toEqual([['slot-1', 'slot-2']]);
  expect(limits.map(({ places }) => places?.map(({ positionId }) => positionId))).toEqual([[1, 3]]);
  expect(blocks.map((one) => locationText(one, diagnosis))).toEqual(['at 2 of 3 positions']);
});

test('what stands everywhere is not told again of a position', () => {
  const diagnosis = diagnosisOf([noCreative], [[noCreative], []]);
  expect(deliveryIssuesOf(diagnosis).blocks).toEqual([{ ...noCreative, places: null }]);
});

test('what the same remedy takes away everywhere is not told of a position', () => {
  const none: DiagnosedReason = { ...noCreative, code: 'NO_CREATIVE' };
  expect(deliveryIssuesOf(diagnosisOf([none], [[noCreative], [noCreative]])).blocks.map(({ code }) => code)).toEqual([
    'NO_CREATIVE',
  ]);
});

test('what time takes away stands apart from what somebody has to do', () => {
  const wait: DiagnosedReason = { ...noCreative, code: 'BEFORE_START', remedy: 'wait', field: '/startDate' };
  const { blocks, waits } = deliveryIssuesOf(diagnosisOf([wait], []));
  expect([blocks.length, waits.length]).toEqual([0, 1]);
});

test('of many positions only the most visited were looked at', () => {
  const diagnosis = { ...diagnosisOf([], [[notAsked(1)], []]), positionCount: 80 };
  expect(deliveryIssuesOf(diagnosis).limits.map((one) => locationText(one, diagnosis))).toEqual([
    'at 1 of the 2 most visited positions',
  ]);
});

function diagnosisOf(
  reasons: readonly DiagnosedReason[],
  places: readonly (readonly DiagnosedReason[])[],
): BookingDiagnosis {
  return {
    bookingId: 7,
    at: '2026-11-22T09:00:00.000Z',
    status: 'running',
    health: 'ok',
    reasons: [...reasons],
    positionCount: places.length,
    positions: places.map((here, index) => ({
      positionId: index + 1,
      slotName: `slot-${index + 1}`,
      requestsPerDay: 10,
      canShow: true,
      sharePercent: 100,
      deliveredToday: { impressions: 0, viewables: 0, clicks: 0 },
      reasons: [...here],
    })),
  };
}
