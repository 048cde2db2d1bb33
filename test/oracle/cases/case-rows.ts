import type { AdRequest, AdTerms } from '../../../src/core/decision/ad-request.ts';
import type { BookingRow, CreativeRow, PositionRow, SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import type { RequestContext } from '../../../src/core/targeting/targeting.ts';
import type { ReferenceRequest } from '../reference/reference-targeting.ts';

/** A case as it stands in a JSON file: what is left out has the value of `plainBooking`. */
export type DecisionCase = {
  readonly name: string;
  readonly bookings: readonly CaseBooking[];
  /** RFC 3339; default 2026-11-02T12:00:00Z, a Monday. */
  readonly now?: string;
  readonly seed?: readonly [number, number];
  /** Parameters of all slots, by key. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  readonly context?: RequestContext;
  /** Ids of the creatives that the one who asks takes; left out: any. */
  readonly priorCreatives?: readonly number[];
  /** Labels blocked at positions, by slot name. */
  readonly blocked?: Readonly<Record<string, readonly string[]>>;
  /** What positions limit, by slot name. */
  readonly limits?: Readonly<Record<string, Pick<PositionRow, 'floor' | 'maxPerBrand'>>>;
  /** Most ads of one brand, as of the request; left out: it says nothing. */
  readonly maxPerBrand?: number;
  /** Brands of the base's creatives, by id; left out: all are of one. */
  readonly brands?: Readonly<Record<string, number>>;
  /** The delivery state that the first request meets; null: there is none. Default: that of a start. */
  readonly before?: StateBefore | null;
  readonly expect: readonly ExpectedSlot[];
  /** Requests that follow in the same process; what they leave out is as in the case. */
  readonly then?: readonly CaseStep[];
};

/** One request of a case. */
export type CaseStep = Pick<
  DecisionCase,
  'now' | 'seed' | 'parameters' | 'context' | 'priorCreatives' | 'maxPerBrand' | 'expect'
>;

/** By booking id; bookings that are not named are as at a start. */
export type StateBefore = {
  /** The part of the slots that a booking is asked in, 0 to 1. */
  readonly asked?: Readonly<Record<string, number>>;
  readonly stopped?: Readonly<Record<string, 'GOAL_REACHED' | 'BUDGET_SPENT'>>;
  /** Basis points of a slot that a part of voice is behind. */
  readonly owed?: Readonly<Record<string, number>>;
};

export type ExpectedSlot = {
  readonly slot: string;
  /** One more ad of the slot before it. */
  readonly further?: true;
  /** Default true. */
  readonly known?: boolean;
  /** Booking id; null: no ad. */
  readonly winner: number | null;
  /** Id of the ad, where it is not the booking's only one. */
  readonly ad?: number;
  /** By booking id: the reason, optionally followed by `: expected / actual`. Default: nobody is refused. */
  readonly refused?: Readonly<Record<string, string>>;
  /** How the winner came to it. */
  readonly by?: 'claim' | 'share' | 'fill';
  /** By booking id, each within 10^-12. */
  readonly shares?: Readonly<Record<string, number>>;
  /** The booking with the largest share. */
  readonly largest?: number;
};

/** The shared base with what a case changes in it. */
export function baseOfCase(base: CaseBase, { blocked, limits, brands }: DecisionCase): CaseBase {
  const positions = base.positions.map((position) => {
    const { slotName } = position as PositionRow;
    const blockedLabels = blocked?.[slotName];
    return { ...position, ...limits?.[slotName], ...(blockedLabels !== undefined && { blockedLabels }) };
  });
  const creatives = base.creatives.map((creative) => {
    const brandId = brands?.[String((creative as CreativeRow).id)];
    return brandId === undefined ? creative : { ...creative, brandId };
  });
  return { ...base, positions, creatives };
}

/** All requests of a case, whole. */
export function stepsOfCase(one: DecisionCase): readonly CaseStep[] {
  const { now, seed, parameters, context, priorCreatives, maxPerBrand } = one;
  const usual = {
    ...(now === undefined ? {} : { now }),
    ...(seed === undefined ? {} : { seed }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(context === undefined ? {} : { context }),
    ...(priorCreatives === undefined ? {} : { priorCreatives }),
    ...(maxPerBrand === undefined ? {} : { maxPerBrand }),
  };
  return [one, ...(one.then ?? [])].map((step) => ({ ...usual, ...step }));
}

/** The request of a step, for either engine. */
export function requestOfCase(step: CaseStep): AdRequest & ReferenceRequest {
  const { expect, parameters, context, priorCreatives, maxPerBrand } = step;
  return {
    slots: expect.map(({ slot, further }) => ({
      slotName: slot,
      parameters: new Map(),
      ...(further === true && { isFurther: true as const }),
    })),
    furtherSlots: expect.flatMap(({ further }, index) => (further === true ? [index] : [])),
    ...(maxPerBrand === undefined ? {} : { maxPerBrand }),
    parameters: new Map(Object.entries(parameters ?? {})),
    ...(context === undefined ? {} : { context }),
    ...(priorCreatives === undefined ? {} : { priorCreatives, terms: termsTaking(priorCreatives) }),
  };
}

/** Terms that only these creatives meet. */
export function termsTaking(creativeIds: readonly number[]): AdTerms {
  return {
    accepts: ({ creative }) => creativeIds.includes(creative.id),
    inWords: () => `creative ${creativeIds.join(' or ')}`,
  };
}

/** A booking as a case writes it: instants as RFC 3339 text, and only what differs from `plainBooking`. */
export type CaseBooking = Partial<Omit<BookingRow, 'id' | 'inventory' | 'ads' | 'campaign'>> & {
  readonly id: number;
  readonly start?: string;
  readonly end?: string | null;
  readonly inventory?: Readonly<Record<string, readonly number[]>>;
  readonly campaign?: { readonly type: string; readonly delivering: boolean };
  readonly ads?: readonly CaseAd[];
};

export type CaseAd = {
  readonly id: number;
  readonly creativeId: number;
  readonly weight?: number;
  readonly start?: string | null;
  readonly end?: string | null;
};

/** Tables of the inventory and short creatives, as in `base.json`. */
export type CaseBase = Readonly<
  Record<keyof Omit<SnapshotRows, 'revision' | 'builtAtMs' | 'bookings'>, readonly object[]>
>;

/** The rows of a case: the shared base with the case's bookings. */
export function rowsOfCase(base: CaseBase, bookings: readonly CaseBooking[]): SnapshotRows {
  const rows = {
    ...base,
    revision: 7,
    builtAtMs: Date.parse('2026-11-01T00:00:00Z'),
    creatives: base.creatives.map((creative) => ({ ...plainCreative, ...creative })),
    bookings: bookings.map(bookingOfCase),
  };
  // A copy of its own: a snapshot holds on to parts of its rows, and the base is shared.
  return JSON.parse(JSON.stringify(rows)) as SnapshotRows;
}

/** One booking of a case: approved, open, on position 1, with creative 1. */
export function bookingOfCase({ start, end, inventory, campaign, ads, ...fields }: CaseBooking): BookingRow {
  const row = {
    ...plainBooking,
    ...fields,
    ...(start === undefined ? {} : { startMs: Date.parse(start) }),
    ...(end === undefined || end === null ? {} : { endMs: Date.parse(end) }),
    inventory: { ...noInventory, ...(inventory ?? { positionIds: [1] }) },
    campaign: { ...plainCampaign, ...campaign },
    ads: (ads ?? [{ id: fields.id * 10, creativeId: 1 }]).map((ad) => ({
      id: ad.id,
      creativeId: ad.creativeId,
      weight: ad.weight ?? 1,
      startMs: instantOrNull(ad.start),
      endMs: instantOrNull(ad.end),
    })),
  };
  return row as unknown as BookingRow;
}

const plainBooking = {
  campaignId: 1,
  name: 'booking',
  externalId: null,
  type: 'display',
  lifecycle: 'approved',
  paused: false,
  held: false,
  startMs: Date.parse('2026-01-01T00:00:00Z'),
  endMs: null,
  activeDays: [],
  dayParts: [],
  priority: 5,
  cpm: null,
};

const plainCampaign = { name: 'campaign', type: 'campaign', delivering: true, advertiserId: 1 };

const noInventory = { positionIds: [], locationIds: [], publicationIds: [], publisherIds: [] };

const plainCreative: Omit<CreativeRow, 'id' | 'name' | 'formatId' | 'brandId'> & { readonly brandId: number } = {
  kind: 'html',
  brandId: 1,
  width: null,
  height: null,
  html: '<p>ad</p>',
  file: null,
  clickUrl: 'https://brand.example/',
  altText: null,
  domains: ['brand.example'],
  updatedAtMs: 0,
};

function instantOrNull(text: string | null | undefined): number | null {
  return text === undefined || text === null ? null : Date.parse(text);
}
