import { expect, test } from 'vitest';
import { decide } from '../../src/core/decision/decide.ts';
import { buildSnapshot } from '../../src/core/snapshot/build-snapshot.ts';
import { caseBase } from '../oracle/cases/case-base.ts';
import type { CaseBooking } from '../oracle/cases/case-rows.ts';
import { rowsOfCase } from '../oracle/cases/case-rows.ts';
import { referenceStateOfCase, stateOfCase } from '../oracle/cases/case-state.ts';
import { referenceDecide } from '../oracle/reference/reference-decide.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';
import { between, oneOf } from './generated-traffic.ts';

const pages = 1_000;
const nowMs = Date.parse('2026-11-02T12:00:00Z');

/** Two pages with six and three positions of two formats. */
const positions = [1, 1, 1, 1, 1, 1, 2, 2, 2].map((locationId, index) => ({
  id: index + 1,
  locationId,
  formatId: 1 + (index % 2),
  slotName: `slot-${index + 1}`,
}));

test(`${pages} random pages with roadblocks are decided as by the reference implementation, and no roadblock is torn`, () => {
  const seen = { complete: 0, partial: 0, held: 0, incomplete: 0 };
  let slots = 0;
  for (let seed = 1; seed <= pages; seed += 1) {
    const chance = chanceOf(Math.imul(seed, 0x9e3779b1));
    const bookings = Array.from({ length: between(chance, 2, 9) }, (_, index) => bookingOf(chance, index + 1));
    const rows = () => rowsOfCase({ ...caseBase, positions }, bookings);
    const snapshot = buildSnapshot(rows());
    const before = { owed: {}, asked: goalsOf(chance, bookings) };
    const [state, reference] = [stateOfCase(snapshot, before), referenceStateOfCase(before)];
    for (let page = 0; page < 3; page += 1) {
      const slotNames = pageOf(chance);
      const drawn = [word(chance), word(chance)] as const;
      const request = {
        slots: slotNames.map((slotName) => ({ slotName, parameters: new Map() })),
        parameters: new Map(),
      };
      const decision = decide(snapshot, request, { nowMs, seed: drawn, state, explain: false });
      const expected = referenceDecide(rows(), slotNames, { nowMs, seed: drawn, state: reference }, request);
      const winners = decision.winners.map((winner) => winner?.ad.booking.id ?? null);
      expect(winners, `page ${page} of seed ${seed}`).toEqual(expected.map(({ winner }) => winner?.bookingId ?? null));
      for (const booking of bookings) countRoadblock(booking, { slotNames, winners }, seen);
      slots += winners.length;
      seen.held += decision.winners.filter((winner) => winner?.byRoadblock === true).length;
      seen.incomplete += expected.flatMap(({ candidates }) =>
        candidates.filter(({ reason }) => reason === 'ROADBLOCK_INCOMPLETE'),
      ).length;
    }
  }
  process.stdout.write(
    `${3 * pages} requests of ${pages} pages, ${slots} equal slots: ${seen.complete} complete and ${seen.partial} partial roadblocks, ${seen.held} held slots\n`,
  );
  // Ensures that the generator reaches every outcome.
  expect(seen.complete).toBeGreaterThan(pages / 10);
  expect(seen.partial).toBeGreaterThan(pages / 10);
  expect(seen.held).toBeGreaterThan(pages / 2);
  expect(seen.incomplete).toBeGreaterThan(pages / 2);
});

type Page = { readonly slotNames: readonly string[]; readonly winners: readonly (number | null)[] };

/** A roadblock with mode `all` wins every slot that it covers, or none. */
function countRoadblock(
  { id, roadblock, inventory }: CaseBooking,
  { slotNames, winners }: Page,
  seen: { complete: number; partial: number },
): void {
  const booked = positions.filter(({ id: positionId }) => inventory?.['positionIds']?.includes(positionId));
  const covered = booked.filter(({ slotName }) => slotNames.includes(slotName));
  const won = winners.filter((winner) => winner === id).length;
  if (roadblock === 'all' && won > 0) {
    expect(won).toBe(covered.length);
    const pagesOfSlots = new Set(covered.map(({ locationId }) => locationId));
    const first = positions.find(({ slotName }) => slotName === slotNames[winners.indexOf(id)]);
    expect(pagesOfSlots).toContain(first?.locationId);
    const missing = booked.filter(({ locationId, slotName }) => {
      return locationId === first?.locationId && !slotNames.includes(slotName);
    });
    expect(missing).toEqual([]);
    if (won > 1) seen.complete += 1;
  }
  if (roadblock === 'as_many_as_possible' && won > 1) seen.partial += 1;
  if (roadblock === undefined) expect(won).toBeLessThanOrEqual(1);
}

function bookingOf(chance: Chance, id: number): CaseBooking {
  const roadblock = oneOf(chance, [undefined, 'as_many_as_possible', 'all'] as const);
  const kind = chance();
  return {
    id,
    priority: between(chance, 3, 6),
    ...(roadblock !== undefined && { roadblock }),
    ...(chance() < 0.2 && { exclusionLabels: [oneOf(chance, ['cars', 'beer'])] }),
    ...(chance() < 0.1 && { caps: [{ scope: 'request' as const, most: between(chance, 1, 3) }] }),
    ...(kind < 0.2 && {
      delivery: { method: 'share_of_voice' as const, basisPoints: between(chance, 500, 10_000) },
    }),
    ...(kind > 0.8 && { delivery: { method: 'even' as const, goal: { kind: 'impressions' as const, total: 1_000 } } }),
    inventory: { positionIds: positions.filter(() => chance() < 0.4).map((position) => position.id) },
    ads: [{ id: id * 10, creativeId: 1 }, ...(chance() < 0.8 ? [{ id: id * 10 + 1, creativeId: 2 }] : [])],
  };
}

/** Claims of the goals, 0 to 1. */
function goalsOf(chance: Chance, bookings: readonly CaseBooking[]): Record<string, number> {
  const goals = bookings.filter(({ delivery }) => delivery?.method === 'even');
  return Object.fromEntries(goals.map(({ id }) => [id, chance() / 2]));
}

/** Two to nine slots in random order. */
function pageOf(chance: Chance): string[] {
  const order = positions.map(({ slotName }) => ({ slotName, at: chance() })).sort((a, b) => a.at - b.at);
  return order.slice(0, between(chance, 2, positions.length)).map(({ slotName }) => slotName);
}

function word(chance: Chance): number {
  return Math.floor(chance() * 2 ** 32);
}
