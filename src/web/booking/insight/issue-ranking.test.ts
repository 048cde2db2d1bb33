import { expect, test } from 'vitest';
import type { BookingDiagnosis, DiagnosedReason } from '../../../client/generated/types.gen.ts';
import { rankIssues } from './issue-ranking.ts';

const on = { kind: 'bookings', id: 7 } as const;
const behind: DiagnosedReason = { code: 'BEHIND_GOAL', effect: 'limits', remedy: 'change', on, field: '/priority' };
const targeting: DiagnosedReason = {
  code: 'TARGETING_NOT_MET',
  effect: 'depends',
  remedy: 'change',
  on,
  field: '/targeting',
};
const caps: DiagnosedReason = { code: 'CAP_REACHED', effect: 'depends', remedy: 'change', on, field: '/caps' };
const paused: DiagnosedReason = { code: 'BOOKING_PAUSED', effect: 'blocks', remedy: 'resume', on, field: null };
const counts = { matched: 100, refused: { TARGETING_NOT_MET: 90 }, lostByShare: 3 };

test('ranks the reason that cost most ad requests first', () => {
  const { group, issues } = rankIssues(diagnosisOf(behind, caps, targeting), counts);
  expect(group?.key).toBe('limits');
  expect(issues.map(({ code, lostRequests }) => [code, lostRequests])).toEqual([
    ['TARGETING_NOT_MET', 90],
    ['BEHIND_GOAL', 3],
    ['CAP_REACHED', null],
  ]);
});

test('ranks what blocks the booking before everything else', () => {
  const { group, issues } = rankIssues(diagnosisOf(targeting, paused), counts);
  expect(group?.key).toBe('blocks');
  expect(issues.map(({ code }) => code)).toEqual(['BOOKING_PAUSED', 'TARGETING_NOT_MET']);
});

test('reports no issue when only conditions of ad requests apply', () => {
  const { group, issues } = rankIssues(diagnosisOf(targeting), null);
  expect(group).toBeNull();
  expect(issues.map(({ lostRequests }) => lostRequests)).toEqual([null]);
});

test('has no measured effect without ad requests', () => {
  const { issues } = rankIssues(diagnosisOf(behind), { matched: 0, refused: {}, lostByShare: 0 });
  expect(issues.map(({ lostRequests }) => lostRequests)).toEqual([null]);
});

test('offers a higher priority to a booking that loses ad requests to others', () => {
  const { issues } = rankIssues(diagnosisOf(behind, targeting), counts);
  expect(remediesOf(issues)).toContainEqual(['BEHIND_GOAL', '/priority', true]);
});

test('offers the targeting once to a booking behind its goal that loses no ad request', () => {
  const { issues } = rankIssues(diagnosisOf(behind, targeting), { ...counts, lostByShare: 0 });
  expect(remediesOf(issues)).toEqual([
    ['TARGETING_NOT_MET', '/targeting', true],
    ['BEHIND_GOAL', '/targeting', false],
  ]);
});

test('offers positions to a booking behind its goal without targeting that loses no ad request', () => {
  const { issues } = rankIssues(diagnosisOf(behind), { ...counts, lostByShare: 0 });
  expect(remediesOf(issues)).toEqual([['BEHIND_GOAL', '/positionIds', true]]);
});

function remediesOf(issues: ReturnType<typeof rankIssues>['issues']) {
  return issues.map(({ code, field, hasRemedy }) => [code, field, hasRemedy]);
}

function diagnosisOf(...reasons: DiagnosedReason[]): BookingDiagnosis {
  return {
    bookingId: 7,
    at: '2026-11-22T09:00:00.000Z',
    status: 'running',
    health: 'ok',
    reasons,
    positionCount: 0,
    positions: [],
  };
}
