import { expect, test } from 'vitest';
import type { PositionScreens } from '../../../client/generated/types.gen.ts';
import { proofFindingText, screenHealthBadge, verifiedRangeText } from './screen-health-labels.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const chain = {
  chainId: 1,
  firstToldAt: '2026-11-21T06:00:00Z',
  lastToldAt: '2026-11-22T06:00:00Z',
  records: 3,
  lastSequence: 4,
  headSequence: 2,
  headHash: null,
  findings: [{ kind: 'missing' as const, fromSequence: 3, toSequence: 3, foundAt: null }],
  findingCount: 1,
};
const healthy: PositionScreens['screens'][number] = {
  deviceId: 'hall-1',
  lastSeenAt: '2026-11-22T06:00:00Z',
  clockAheadMs: 1_000,
  hasWrongClock: false,
  missingFiles: [],
  chains: [chain],
};

test('returns the worst condition of a screen', () => {
  const textOf = (change: Partial<typeof healthy>) => screenHealthBadge({ ...healthy, ...change }, nowMs).text;
  expect(textOf({})).toBe('Healthy');
  expect(textOf({ lastSeenAt: '2026-11-21T06:00:00Z' })).toBe('Not seen');
  expect(textOf({ lastSeenAt: null })).toBe('Not seen');
  expect(textOf({ missingFiles: ['https://ads.example/a.png'], lastSeenAt: null })).toBe('Files missing');
  const edited = { ...chain, findings: [{ kind: 'edited' as const, fromSequence: 1, toSequence: 1, foundAt: null }] };
  expect(textOf({ chains: [chain, edited], missingFiles: ['x'] })).toBe('Records changed');
  const late = screenHealthBadge({ ...healthy, hasWrongClock: true, clockAheadMs: -600_000 }, nowMs);
  expect(late).toMatchObject({
    text: 'Wrong clock',
    hint: 'The clock is 10 minutes behind. Plays may be rejected.',
  });
});

test('describes how far play records are verified and each finding', () => {
  expect(verifiedRangeText(chain)).toBe('3 plays, complete up to 2 of 4');
  expect(verifiedRangeText({ ...chain, records: 4, headSequence: 4 })).toBe('4 plays, none missing.');
  expect(chain.findings.map(proofFindingText)).toEqual(['Play 3: missing']);
  expect(proofFindingText({ kind: 'reordered', fromSequence: 1_000, toSequence: 1_004, foundAt: null })).toBe(
    'Plays 1,000 to 1,004: moved',
  );
});
