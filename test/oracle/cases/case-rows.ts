import type { AdRequest, AdTerms, BreakTime } from '../../../src/core/decision/ad-request.ts';
import type { ExperimentTerms } from '../../../src/core/rotation/planned-rotation.ts';
import type {
  BookingRow,
  CreativeRow,
  LocationRow,
  PositionRow,
  SnapshotRows,
} from '../../../src/core/snapshot/snapshot-rows.ts';
import type { RequestContext } from '../../../src/core/targeting/targeting.ts';
import type { ScreenFacts } from '../../../src/core/targeting/value-facts.ts';
import { referenceDurationMs } from '../reference/reference-refusal.ts';
import type { ReferenceRequest } from '../reference/reference-targeting.ts';

/** Case of a JSON file. Omitted fields have the values of `plainBooking`. */
export type DecisionCase = {
  readonly name: string;
  readonly bookings: readonly CaseBooking[];
  /** RFC 3339; default 2026-11-02T12:00:00Z, a Monday. */
  readonly now?: string;
  readonly seed?: readonly [number, number];
  /** Parameters of all slots, by key. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  readonly context?: RequestContext;
  /** IDs of the creatives that the request accepts. Omitted: any. */
  readonly priorCreatives?: readonly number[];
  /** Labels blocked at positions, by slot name. */
  readonly blocked?: Readonly<Record<string, readonly string[]>>;
  /** Limits of positions, by slot name. */
  readonly limits?: Readonly<Record<string, Pick<PositionRow, 'floor' | 'maxPerBrand'>>>;
  /** Facts of the screens of locations, by code of the location. */
  readonly screens?: Readonly<Record<string, ScreenFacts>>;
  /** Most ads of one brand, from the request. Omitted: no limit. */
  readonly maxPerBrand?: number;
  /** Most milliseconds of the ads of an ad break, for requests with `priorCreatives`. Omitted: no limit. */
  readonly breakMs?: number;
  /** Brands of the base's creatives, by ID. Omitted: all have the same brand. */
  readonly brands?: Readonly<Record<string, number>>;
  /** Delivery state before the first request. null: none. Default: the initial state. */
  readonly before?: StateBefore | null;
  readonly expect: readonly ExpectedSlot[];
  /** Later requests in the same process. Omitted fields are those of the case. */
  readonly then?: readonly CaseStep[];
};

/** One request of a case. */
export type CaseStep = Pick<
  DecisionCase,
  'now' | 'seed' | 'parameters' | 'context' | 'priorCreatives' | 'maxPerBrand' | 'breakMs' | 'expect'
>;

/** By booking ID. Other bookings have the initial state. */
export type StateBefore = {
  /** Fraction of the slots in which a booking takes part, 0 to 1. */
  readonly asked?: Readonly<Record<string, number>>;
  readonly stopped?: Readonly<Record<string, 'GOAL_REACHED' | 'BUDGET_SPENT'>>;
  /** Deficit of a share of voice, in basis points of a slot. */
  readonly owed?: Readonly<Record<string, number>>;
  /** Weights of a booking with optimized rotation, by ad ID. */
  readonly rotations?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Experiments by booking ID. */
  readonly experiments?: Readonly<Record<string, ExperimentTerms>>;
};

export type ExpectedSlot = {
  readonly slot: string;
  /** Further ad of the previous slot. */
  readonly further?: true;
  /** Default true. */
  readonly known?: boolean;
  /** Booking ID. null: no ad. */
  readonly winner: number | null;
  /** ID of the ad if the booking has several. */
  readonly ad?: number;
  /** Reasons by booking ID, optionally followed by `: expected / actual`. Default: no booking is refused. */
  readonly refused?: Readonly<Record<string, string>>;
  /** How the winner was selected. */
  readonly by?: 'claim' | 'share' | 'fill' | 'roadblock';
  /** By booking ID, each within 10^-12. */
  readonly shares?: Readonly<Record<string, number>>;
  /** The booking with the largest share. */
  readonly largest?: number;
};

/** Returns the shared base with the changes of a case. */
export function baseOfCase(base: CaseBase, { blocked, limits, brands, screens }: DecisionCase): CaseBase {
  const locations = base.locations.map((location) => {
    const facts = screens?.[(location as LocationRow).code];
    return facts === undefined ? location : { ...location, kind: 'screen', facts };
  });
  const positions = base.positions.map((position) => {
    const { slotName } = position as PositionRow;
    const blockedLabels = blocked?.[slotName];
    return { ...position, ...limits?.[slotName], ...(blockedLabels !== undefined && { blockedLabels }) };
  });
  const creatives = base.creatives.map((creative) => {
    const brandId = brands?.[String((creative as CreativeRow).id)];
    return brandId === undefined ? creative : { ...creative, brandId };
  });
  return { ...base, locations, positions, creatives };
}

/** Returns all requests of a case with all fields. */
export function stepsOfCase(one: DecisionCase): readonly CaseStep[] {
  const { now, seed, parameters, context, priorCreatives, maxPerBrand, breakMs } = one;
  const usual = {
    ...(now === undefined ? {} : { now }),
    ...(seed === undefined ? {} : { seed }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(context === undefined ? {} : { context }),
    ...(priorCreatives === undefined ? {} : { priorCreatives }),
    ...(maxPerBrand === undefined ? {} : { maxPerBrand }),
    ...(breakMs === undefined ? {} : { breakMs }),
  };
  return [one, ...(one.then ?? [])].map((step) => ({ ...usual, ...step }));
}

/** Returns the request of a step, for either implementation. */
export function requestOfCase(step: CaseStep): AdRequest & ReferenceRequest {
  const { expect, parameters, context, priorCreatives, maxPerBrand, breakMs } = step;
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
    ...(priorCreatives === undefined ? {} : termsTaking(priorCreatives, breakMs)),
  };
}

/**
 * Returns terms that only these creatives satisfy, for either implementation.
 * @param breakMs most milliseconds of all ads of a stack; undefined: no limit
 */
export function termsTaking(
  priorCreatives: readonly number[],
  breakMs?: number,
): Required<Pick<AdRequest, 'terms'>> & Pick<ReferenceRequest, 'priorCreatives' | 'breakMs'> {
  const durationMs: BreakTime['durationMs'] = ({ creative }) => referenceDurationMs(creative.id);
  const terms: AdTerms = {
    accepts: ({ creative }) => priorCreatives.includes(creative.id),
    inWords: () => `creative ${priorCreatives.join(' or ')}`,
    ...(breakMs !== undefined && { breakTime: { maxMs: breakMs, durationMs } }),
  };
  return { priorCreatives, terms, breakMs };
}

/** Booking of a case: times as RFC 3339 text, and only fields that differ from `plainBooking`. */
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

/** Tables of the inventory and abbreviated creatives, as in `base.json`. */
export type CaseBase = Readonly<
  Record<keyof Omit<SnapshotRows, 'revision' | 'builtAtMs' | 'bookings'>, readonly object[]>
>;

/** Returns the rows of a case: the shared base with the case's bookings. */
export function rowsOfCase(base: CaseBase, bookings: readonly CaseBooking[]): SnapshotRows {
  const rows = {
    ...base,
    revision: 7,
    builtAtMs: Date.parse('2026-11-01T00:00:00Z'),
    creatives: base.creatives.map((creative) => ({ ...plainCreative, ...creative })),
    bookings: bookings.map(bookingOfCase),
  };
  // Copied, because a snapshot references parts of its rows and the base is shared.
  return JSON.parse(JSON.stringify(rows)) as SnapshotRows;
}

/** Returns one booking of a case: approved, open-ended, on position 1, with creative 1. */
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
