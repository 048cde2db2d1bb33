import { describe, expect, test } from 'vitest';
import { decide } from '../../src/core/decision/decide.ts';
import type { CandidateTrace } from '../../src/core/decision/decision.ts';
import { buildSnapshot } from '../../src/core/snapshot/build-snapshot.ts';
import type { Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { hourMs } from '../../src/core/time/durations.ts';
import { capSubjects, countedScopes } from '../../src/core/vocabulary/cap-subjects.ts';
import { caseBase } from '../oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../oracle/cases/case-rows.ts';
import { stateOfCase } from '../oracle/cases/case-state.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';
import { cases, eachCase, must } from './each-case.ts';
import { between, capsOf, generateTraffic, oneOf, subjectsOf } from './generated-traffic.ts';

const keysOfSubjects = {
  viewer: 'viewerKey',
  first_party: 'firstPartyKey',
  session: 'sessionKey',
  household: 'householdKey',
  store: 'storeKey',
  screen: 'screenKey',
} as const;
const nowMs = Date.parse('2026-11-02T12:34:56Z');
const ask = (...slotNames: readonly string[]) => ({
  slots: slotNames.map((slotName) => ({ slotName, parameters: new Map() })),
  parameters: new Map(),
});

function chanceOfCase(seed: number, property: number): Chance {
  return chanceOf(Math.imul(seed, 0x9e3779b1) + property);
}

type Eligible = CandidateTrace & { readonly eligible: true };

function eligibleOf(snapshot: Snapshot, seed: number): readonly Eligible[] {
  const decision = decide(snapshot, ask('home-leaderboard'), { nowMs, seed: [seed, 1], explain: true });
  return decision.traces[0]?.candidates.filter((one): one is Eligible => one.eligible) ?? [];
}

/**
 * Returns bookings with typical priorities and ends and with extreme ones: a millisecond apart, tomorrow, in 100 years.
 */
function sharers(chance: Chance, count: number): CaseBooking[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    priority: between(chance, 0, 9),
    endMs:
      chance() < 0.2
        ? null
        : nowMs + 1 + oneOf(chance, [0, 1, 7, 30, 365, 36_500]) * 24 * hourMs + between(chance, 0, 48) * hourMs,
  }));
}

describe(`${cases} generated cases each`, () => {
  test('a higher priority never has a smaller share, and with equal priority the earlier end has a strictly larger one', () => {
    eachCase((seed) => {
      const bookings = sharers(chanceOfCase(seed, 1), 2 + (seed % 7));
      const eligible = eligibleOf(buildSnapshot(rowsOfCase(caseBase, bookings)), seed);
      must(eligible.length === bookings.length, () => `${eligible.length} of ${bookings.length} are eligible`);
      for (const [index, one] of bookings.entries()) {
        for (const [otherIndex, other] of bookings.entries()) {
          const shares = [eligible[index]?.share ?? 0, eligible[otherIndex]?.share ?? 0] as const;
          const isHigher = (one.priority ?? 0) < (other.priority ?? 0);
          const isEarlier = (one.endMs ?? Number.POSITIVE_INFINITY) < (other.endMs ?? Number.POSITIVE_INFINITY);
          if (!isHigher && !(one.priority === other.priority && isEarlier)) continue;
          must(shares[0] > shares[1], () => `${shares[0]} is not above ${shares[1]}: ${JSON.stringify([one, other])}`);
        }
      }
    });
  });

  test('shares sum to 1, tickets cover the whole space without gaps, and exactly one booking wins', () => {
    eachCase((seed) => {
      const eligible = eligibleOf(
        buildSnapshot(rowsOfCase(caseBase, sharers(chanceOfCase(seed, 2), 1 + (seed % 20)))),
        seed,
      );
      const sum = eligible.reduce((before, { share }) => before + share, 0);
      must(Math.abs(sum - 1) < 1e-12, () => `shares sum to ${sum}`);
      let edge = 0;
      for (const { fromTicket, toTicket } of eligible) {
        must(fromTicket === edge, () => `tickets from ${fromTicket}, expected ${edge}`);
        edge = toTicket;
      }
      must(edge === 2 ** 48, () => `tickets end at ${edge}`);
      must(eligible.filter(({ won }) => won).length === 1, () => 'not exactly one booking won');
    });
  });

  test('shares of voice are within one impression of their percentage at every time', () => {
    eachCase((seed) => {
      const chance = chanceOfCase(seed, 3);
      const parts: number[] = [];
      // Up to 100 percent, in parts of any size.
      for (let left = 10_000; left > 0 && parts.length < 6; ) {
        const part = between(chance, 1, left);
        parts.push(part);
        left -= chance() < 0.3 ? left : part;
      }
      const bookings = parts.map(
        (basisPoints, index): CaseBooking => ({
          id: index + 1,
          priority: between(chance, 0, 9),
          delivery: { method: 'share_of_voice', basisPoints },
        }),
      );
      const snapshot = buildSnapshot(rowsOfCase(caseBase, [...bookings, { id: 99 }]));
      const state = stateOfCase(snapshot);
      const wins = new Map<number, number>();
      for (let asked = 1; asked <= 100; asked += 1) {
        const { winners } = decide(snapshot, ask('home-leaderboard'), {
          nowMs,
          seed: [seed, asked],
          explain: false,
          state,
        });
        const id = winners[0]?.ad.booking.id ?? 0;
        wins.set(id, (wins.get(id) ?? 0) + 1);
        for (const [index, part] of parts.entries()) {
          const off = (wins.get(index + 1) ?? 0) - (asked * part) / 10_000;
          must(Math.abs(off) <= 1, () => `${part} basis points deviate by ${off} after ${asked} requests`);
        }
      }
    });
  });

  test('no cap of any subject is exceeded, equal labels never meet, and duplicates occur only where allowed', () => {
    const met = { together: 0, unknown: 0, capped: new Map<string, number>() };
    eachCase((seed) => {
      const chance = chanceOfCase(seed, 4);
      const { requests, rows } = generateTraffic(seed, { bookings: 3 + (seed % 6), requests: 1 });
      const own = rows();
      const capped = own.bookings.map((row, index) => (index % 2 === 0 ? row : { ...row, caps: capsOf(chance) }));
      const snapshot = buildSnapshot({ ...own, bookings: capped });
      const state = stateOfCase(snapshot);
      const shown = new Map<string, number>();
      const [first] = requests;
      let atMs = first?.nowMs ?? nowMs;
      for (let asked = 0; asked < 12; asked += 1) {
        atMs += between(chance, 0, 40 * 60_000);
        const who = subjectsOf(chance);
        const slots = ask('home-leaderboard', 'sport-leaderboard', 'newyork-leaderboard').slots;
        const request = { slots, parameters: new Map(), context: { ...who, country: 'be' } };
        const { winners } = decide(snapshot, request, { nowMs: atMs, seed: [seed, asked], explain: false, state });
        const won = winners.flatMap((winner) => (winner === null ? [] : [winner]));
        for (const { position, ad } of won) {
          for (const { scope, most, per = 'viewer', whenUnknown = 'skip' } of ad.booking.caps ?? []) {
            const { day } = position.clock.momentAt(atMs);
            const window = { hour: Math.floor(atMs / hourMs), day, life: 0, request: asked }[scope];
            const subject = scope === 'request' ? 'request' : who[keysOfSubjects[per]];
            if (subject === undefined) {
              must(whenUnknown === 'serve', () => `the ${per} of ${ad.booking.id} is unknown`);
              met.unknown += 1;
              continue;
            }
            const counted = `${scope === 'request' ? 'request' : per} ${scope}`;
            const key = `${counted} of ${subject}, booking ${ad.booking.id}, ${window}`;
            shown.set(key, (shown.get(key) ?? 0) + 1);
            must((shown.get(key) ?? 0) <= most, () => `${key}: ${shown.get(key)} impressions, limit ${most}`);
            met.capped.set(counted, (met.capped.get(counted) ?? 0) + 1);
          }
        }
        for (const [otherIndex, { ad }] of won.entries()) {
          for (const { ad: other } of won.slice(otherIndex + 1)) {
            met.together += 1;
            const common = ad.booking.exclusionLabels?.filter((one) => other.booking.exclusionLabels?.includes(one));
            const isAllowed =
              ad.booking === other.booking
                ? ad.booking.duplicatesAllowed === true || (ad.booking.roadblock ?? 'none') !== 'none'
                : !common?.length;
            must(isAllowed, () => `${ad.booking.id} and ${other.booking.id} delivered together: ${common}`);
          }
        }
      }
    });
    if (cases < 10_000) return;
    for (const times of [met.together, met.unknown]) expect(times).toBeGreaterThan(cases / 10);
    const counted = capSubjects.flatMap((per) => countedScopes.map((scope) => `${per} ${scope}`));
    for (const each of [...counted, 'request request'])
      expect([each, met.capped.get(each)]).toEqual([each, expect.any(Number)]);
  });
});
