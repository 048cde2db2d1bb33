import type { AdRequest, RequestedSlot } from '../../src/core/decision/ad-request.ts';
import type { Seed } from '../../src/core/decision/draw/random.ts';
import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import type { RequestContext, Targeting } from '../../src/core/targeting/targeting.ts';
import type { ScreenFacts } from '../../src/core/targeting/value-facts.ts';
import { hourMs } from '../../src/core/time/durations.ts';
import { capSubjects, countedScopes } from '../../src/core/vocabulary/cap-subjects.ts';
import { campaignTypes, lifecycles, weekdays } from '../../src/core/vocabulary/statuses.ts';
import { caseBase } from '../oracle/cases/case-base.ts';
import type { CaseBooking, StateBefore } from '../oracle/cases/case-rows.ts';
import { rowsOfCase, termsTaking } from '../oracle/cases/case-rows.ts';
import type { ReferenceRequest } from '../oracle/reference/reference-targeting.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';

const slotNames = [...caseBase.positions.map((row) => (row as { slotName: string }).slotName), 'nowhere'];
/** Clock changes of the time zones in `caseBase`. Cases start within 48 hours of one. */
const changesOfClocks = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-10-03T15:30:00Z',
];

/** Bookings, the state before the first request, and requests in order. Reproducible by seed. */
export type GeneratedTraffic = {
  readonly bookings: readonly CaseBooking[];
  /** Returns a separate copy of the rows for each engine. The IDs of the bookings are not in order. */
  rows(): SnapshotRows;
  readonly before: StateBefore;
  readonly requests: readonly GeneratedRequest[];
};

export type GeneratedRequest = {
  readonly nowMs: number;
  readonly seed: Seed;
  readonly request: AdRequest & ReferenceRequest;
};

/** Generates traffic. @param bookings number of bookings, at least one */
export function generateTraffic(seed: number, { bookings: count, requests, claims = 0.4 }: Sizes): GeneratedTraffic {
  const chance = chanceOf(Math.imul(seed, 0x9e3779b1));
  const startMs = Date.parse(oneOf(chance, changesOfClocks)) + between(chance, -48 * hourMs, 48 * hourMs);
  const bookings = Array.from({ length: count }, (_, index) => bookingOf(chance, { index, count, startMs, claims }));
  const blockedLabels = ['banks'];
  const positions = caseBase.positions.map((row, index) => ({
    ...row,
    ...(index % 3 === 2 && { blockedLabels }),
    ...(index % 4 === 3 && { floor: { micros: 2, currency: 'EUR' } }),
    ...(index % 3 !== 1 && { maxPerBrand: 1 + (index % 2) }),
  }));
  const locations = caseBase.locations.map((row, index) =>
    index % 2 === 1 ? row : { ...row, facts: screensOf[index] },
  );
  const creatives = caseBase.creatives.map((row, index) => ({ ...row, brandId: 1 + (index % 2) }));
  let nowMs = startMs;
  return {
    bookings,
    rows: () => rowsOfCase({ ...caseBase, locations, positions, creatives }, bookings),
    before: stateBefore(chance, bookings),
    requests: Array.from({ length: requests }, () => {
      nowMs += chance() < 0.8 ? between(chance, 0, 60_000) : between(chance, 0, 20 * hourMs);
      return { nowMs, seed: [word(chance), word(chance)] as const, request: requestOf(chance) };
    }),
  };
}

/** Needs the MRAID container of an app. */
const appCreative = 7;

export type Sizes = {
  readonly bookings: number;
  readonly requests: number;
  /** Fraction of the bookings that claim a part of the position. Default: 0.4. */
  readonly claims?: number;
};

type BookingSlot = {
  readonly index: number;
  readonly count: number;
  readonly startMs: number;
  readonly claims: number;
};

function bookingOf(chance: Chance, { index, count, startMs, claims }: BookingSlot): CaseBooking {
  // No size is a multiple of this prime, so every ID occurs once, in scrambled order.
  const id = ((index * 101) % count) + 1;
  const end = distance(chance);
  const isClaim = chance() < claims;
  return {
    id,
    ...rarely(chance, 0.04, { lifecycle: oneOf(chance, lifecycles) }),
    ...rarely(chance, 0.04, { paused: true }),
    ...rarely(chance, 0.04, { held: true }),
    ...rarely(chance, 0.06, { campaign: { type: oneOf(chance, campaignTypes), delivering: chance() < 0.5 } }),
    startMs: startMs - (chance() < 0.9 ? between(chance, 0, 900 * hourMs) : -between(chance, 0, 2 * hourMs)),
    endMs: end === null ? null : startMs + end,
    ...rarely(chance, 0.15, { activeDays: weekdays.filter(() => chance() < 0.6) }),
    ...rarely(chance, 0.15, { dayParts: [dayPart(chance)] }),
    priority: between(chance, 0, 9),
    ...rarely(chance, 0.7, { cpm: { micros: between(chance, 1, 3), currency: 'EUR' } }),
    ...rarely(chance, 0.25, { exclusionLabels: ['cars', 'beer', 'banks'].filter(() => chance() < 0.5) }),
    ...rarely(chance, 0.4, { duplicatesAllowed: true }),
    ...rarely(chance, 0.25, { roadblock: oneOf(chance, ['as_many_as_possible', 'all'] as const) }),
    ...rarely(chance, 0.2, { targeting: oneOf(chance, trees) }),
    ...rarely(chance, 0.3, { caps: capsOf(chance) }),
    delivery: isClaim ? claimOf(chance) : sharingOf(chance),
    inventory: {
      positionIds: idsOf(chance, 6),
      locationIds: idsOf(chance, 5),
      publicationIds: idsOf(chance, 4),
      publisherIds: chance() < 0.5 ? [1] : idsOf(chance, 3),
    },
    ads: Array.from({ length: between(chance, chance() < 0.05 ? 0 : 1, 4) }, (_, adIndex) => ({
      id: id * 10 + ((adIndex * 3) % 4),
      creativeId: chance() < 0.1 ? appCreative : between(chance, 1, 3),
      weight: between(chance, 1, 1000),
      start: chance() < 0.9 ? null : instant(startMs, distance(chance)),
      end: chance() < 0.9 ? null : instant(startMs, distance(chance)),
    })),
  };
}

const trees: readonly Targeting[] = [
  { fact: 'country', values: ['be', 'nl'] },
  { not: { key: 'ct', values: ['sport'] } },
  {
    any: [
      { fact: 'segment', values: ['s1'] },
      { fact: 'country', values: ['fr'] },
    ],
  },
  {
    all: [
      { fact: 'segment', values: ['s1', 's2'] },
      { key: 'ct', values: ['News'] },
    ],
  },
  { fact: 'venueType', values: ['retail', 'transit.airports'] },
  {
    any: [
      { not: { fact: 'zone', values: ['checkout'] } },
      {
        all: [
          { fact: 'chain', values: ['FRESHMART'] },
          { fact: 'country', values: ['be'] },
        ],
      },
    ],
  },
];

/** Facts of the screens of the first, third and fifth location. */
const screensOf: readonly ScreenFacts[] = [
  { venueType: ['retail', 'retail.grocery'], chain: ['FreshMart'], zone: ['checkout'] },
  {},
  { venueType: ['outdoor'], zone: ['entrance'] },
  {},
  { chain: ['FreshMart'] },
];

type Delivery = NonNullable<CaseBooking['delivery']>;

function claimOf(chance: Chance): Delivery {
  if (chance() < 0.5)
    return { method: 'share_of_voice', basisPoints: between(chance, 1, chance() < 0.5 ? 3_000 : 10_000) };
  return { method: chance() < 0.7 ? 'even' : 'asap', goal: goalOf(chance) };
}

function sharingOf(chance: Chance): Delivery {
  const method = chance() < 0.85 ? ('share' as const) : ('fill' as const);
  const delivery: Delivery = chance() < 0.8 ? { method } : { method, goal: goalOf(chance) };
  return chance() < 0.9 ? delivery : { ...delivery, hasBudget: true };
}

function goalOf(chance: Chance) {
  const kinds = ['impressions', 'clicks', 'views', 'plays', 'spend'] as const;
  return { kind: oneOf(chance, kinds), total: between(chance, 1, 1_000_000) };
}

/** Returns caps for one or two subjects, and sometimes one per request. */
export function capsOf(chance: Chance): NonNullable<CaseBooking['caps']> {
  const subjects = new Set([oneOf(chance, capSubjects), ...(chance() < 0.3 ? [oneOf(chance, capSubjects)] : [])]);
  const caps = [...subjects].flatMap((per) => {
    const scopes = countedScopes.filter(() => chance() < 0.5);
    const ofWhom = {
      ...(per !== 'viewer' && { per }),
      ...rarely(chance, 0.4, { whenUnknown: 'serve' as const }),
    };
    return (scopes.length === 0 ? (['day'] as const) : scopes).map((scope) => {
      return { scope, most: between(chance, 1, 3), ...ofWhom };
    });
  });
  return chance() < 0.3 ? [...caps, { scope: 'request', most: between(chance, 1, 2) }] : caps;
}

/** Returns the subjects of a request. Each is one of two values or missing. */
export function subjectsOf(chance: Chance): RequestContext {
  const keys = ['viewerKey', 'firstPartyKey', 'sessionKey', 'householdKey', 'storeKey', 'screenKey'] as const;
  return Object.fromEntries(keys.flatMap((key) => (chance() < 0.8 ? [[key, oneOf(chance, ['anna', 'ben'])]] : [])));
}

/** Returns the state before the first request. Only bookings with a goal or budget are paced or stopped. */
function stateBefore(chance: Chance, bookings: readonly CaseBooking[]): Required<StateBefore> {
  const before = { asked: {}, stopped: {}, owed: {}, rotations: {}, experiments: {} } as Record<
    keyof StateBefore,
    Record<string, unknown>
  >;
  for (const { id, delivery, ads = [] } of bookings) {
    // Some of the ads, as if others were added later.
    const planned = ads.filter(() => chance() < 0.8).map((ad) => [ad.id, between(chance, 1, 10_000)]);
    if (chance() < 0.3) before.rotations[id] = Object.fromEntries(planned);
    if (chance() < 0.15) {
      before.experiments[id] = { holdoutPercent: oneOf(chance, [0, 10, 50]), isSplit: chance() < 0.5 };
    }
    if (delivery?.method === 'share_of_voice') before.owed[id] = chance() < 0.5 ? 0 : between(chance, -9_999, 20_000);
    else if (delivery?.goal !== undefined || delivery?.hasBudget === true) {
      before.asked[id] = oneOf(chance, [0, 1, chance(), chance() / 10]);
      if (chance() < 0.1) before.stopped[id] = oneOf(chance, ['GOAL_REACHED', 'BUDGET_SPENT']);
    }
  }
  return before as Required<StateBefore>;
}

function requestOf(chance: Chance): GeneratedRequest['request'] {
  const slots: RequestedSlot[] = [];
  for (let left = chance() < 0.6 ? 1 : between(chance, 2, 4); left > 0; left -= 1) {
    const slotName = chance() < 0.5 ? 'home-leaderboard' : oneOf(chance, slotNames);
    const before = chance() < 0.5 ? slots.at(-1) : undefined;
    slots.push(before === undefined ? { slotName, parameters: new Map() } : { ...before, isFurther: true });
  }
  const context: RequestContext = {
    country: oneOf(chance, ['BE', 'fr', 'de']),
    ...rarely(chance, 0.3, { venueTypes: ['transit', 'transit.airports'] }),
    ...subjectsOf(chance),
    ...rarely(chance, 0.6, {
      experimentBuckets: new Map(
        Array.from({ length: 8 }, (_, index) => [index + 1, between(chance, 0, 9_999)] as const).filter(
          () => chance() < 0.8,
        ),
      ),
    }),
    ...(chance() < 0.5 ? { segments: ['s1'] } : {}),
    ...(chance() < 0.5 ? { consent: 'granted' as const } : {}),
  };
  const priorCreatives = [between(chance, 1, 3), between(chance, 1, 3)];
  return {
    slots,
    furtherSlots: slots.flatMap(({ isFurther }, index) => (isFurther === true ? [index] : [])),
    ...rarely(chance, 0.2, { maxPerBrand: between(chance, 1, 2) }),
    parameters: new Map([['ct', [oneOf(chance, ['News', 'sport'])]]]),
    context,
    ...rarely(chance, 0.2, termsTaking(priorCreatives, chance() < 0.5 ? between(chance, 2, 9) * 10_000 : undefined)),
  };
}

function dayPart(chance: Chance) {
  return {
    days: chance() < 0.5 ? [] : weekdays.filter(() => chance() < 0.5),
    fromMinute: between(chance, 0, 720),
    toMinute: between(chance, 600, 1440),
  };
}

/** Returns an offset in ms, often close to 0 to test boundaries. null: open-ended. */
function distance(chance: Chance): number | null {
  const kind = chance();
  if (kind < 0.3) return null;
  return kind < 0.4 ? between(chance, -2, 2) : between(chance, kind < 0.5 ? -900 * hourMs : 0, 9000 * hourMs);
}

function instant(startMs: number, far: number | null): string | null {
  return far === null ? null : new Date(startMs + far).toISOString();
}

function idsOf(chance: Chance, most: number): number[] {
  return chance() < 0.7 ? [] : [between(chance, 1, most)];
}

function rarely<Part extends object>(chance: Chance, often: number, part: Part): Part | Record<string, never> {
  return chance() < often ? part : {};
}

function word(chance: Chance): number {
  return Math.floor(chance() * 2 ** 32);
}

/** Returns an integer between two inclusive limits. */
export function between(chance: Chance, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1));
}

export function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  return items[Math.floor(chance() * items.length)] as Item;
}
