import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPacedBookings } from '../../src/worker/pace/read-paced-bookings.ts';
import { fillManyBookings } from '../support/fixtures/many-bookings.ts';
import { startTestManagement, type TestManagement } from '../support/server/test-management.ts';

const mostMs = 200;
const rounds = 5;
/** The planner reads them every few seconds. */
const mostPlannerMs = 1_000;

const filters = [
  '',
  'search=Campaign 49',
  'type=campaign',
  'from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z',
  'status=running',
  'health=critical',
  'health=critical&health=at_risk&status=running',
  'advertiserCompanyId=1',
  'sort=status',
  'sort=health',
  'sort=health&offset=2500',
];

describe('lists among 5,000 campaigns with 15,000 bookings', () => {
  let management: TestManagement;
  let campaignId: number;

  beforeAll(async () => {
    management = await startTestManagement();
    ({ campaignId } = await fillManyBookings(management));
    // The first response after a start judges all bookings. Later ones judge only changes.
    expect((await management.call('GET', '/campaigns?health=critical')).status).toBe(200);
  });
  afterAll(() => management?.close());

  test.each(filters)('?%s responds within 200 ms, also immediately after an edit', async (query) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Invalidates computed state.
      const edit = { body: { name: `Edited ${query} ${round}` }, headers: { 'if-match': '*' } };
      expect((await management.call('PATCH', `/campaigns/${campaignId}`, edit)).status).toBe(200);
      const startMs = performance.now();
      const answer = await management.call('GET', `/campaigns?limit=50&${query}`);
      times.push(performance.now() - startMs);
      expect(answer.status).toBe(200);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const median = sorted[Math.floor(rounds / 2)] ?? Number.POSITIVE_INFINITY;
    console.log(`?${query}: ${sorted.map((time) => Math.round(time)).join(', ')} ms`);
    expect(median).toBeLessThanOrEqual(mostMs);
  });

  test('the planner reads the 5,000 bookings with a goal within a second', async () => {
    const startMs = performance.now();
    const paced = await readPacedBookings(management.database, Date.now());
    const durationMs = performance.now() - startMs;
    console.log(`paced bookings: ${Math.round(durationMs)} ms`);
    expect(paced).toHaveLength(5_000);
    expect(paced.every(({ positions }) => positions.length === 1)).toBe(true);
    expect(durationMs).toBeLessThanOrEqual(mostPlannerMs);
  });
});
