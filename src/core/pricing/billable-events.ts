/*
 * Counted events and their prices.
 *
 * - `billable-events.ts`: the events of prices, budgets and goals.
 * - `price-model.ts`: the price models, by those events, by day or by booking.
 *
 * Both are the only list of their kind. The journal, the sums in the database, reports, pacing, the API and the
 * interface derive theirs from it.
 */

/** Declaration of a billable event. */
type Declared = {
  /**
   * Name of its counter in the API, and of the column of `delivery_hour`, `booking_day` and `booking_total`. One
   * lower-case word, so that both names are equal.
   */
  readonly counter: Lowercase<string>;
  /** Number of the counter in stored plans and count files, consecutive from 1. Never change or reuse a number. */
  readonly number: number;
  /** Description of the counter in the API. */
  readonly description: string;
  /**
   * Names in tracking URLs, in lower case. Names of video events (`core/vocabulary/video-events.ts`) are taken: video
   * reports count those. Source: wire-protocol 6.
   */
  readonly trackingNames: readonly string[];
  /** Kinds of goals that it counts toward. */
  readonly goals: readonly string[];
  /** Name of the counter in pacing responses, which for historical reasons differs from reports. */
  readonly pacingName: string;
  /**
   * Kind of touch for the attribution of conversions; null: no attribution. Source: docs/decisions/0131-attribution.md.
   */
  readonly touch: 'view' | 'click' | null;
  /**
   * Prior for events per won slot: the rate (`events`), the number of won slots that it weighs (`weight`), and the
   * number of won slots after which an observation weighs half as much (`halfLife`).
   */
  readonly assumedPerWin: { readonly events: number; readonly weight: number; readonly halfLife: number };
};

const declared = {
  impression: {
    counter: 'impressions',
    number: 1,
    description: 'Impressions: ads that were rendered. On screens: plays.',
    trackingNames: ['impression'],
    goals: ['impressions', 'plays'],
    pacingName: 'impressions',
    touch: 'view',
    assumedPerWin: { events: 1, weight: 20, halfLife: 2_000 },
  },
  viewable: {
    counter: 'viewables',
    number: 2,
    description: 'Viewable impressions: ads that were in view for the time that the client measures',
    trackingNames: ['viewable', 'adhese_iabview'],
    goals: ['views'],
    pacingName: 'views',
    touch: null,
    assumedPerWin: { events: 0.5, weight: 20, halfLife: 2_000 },
  },
  click: {
    counter: 'clicks',
    number: 3,
    description: 'Clicks, at most one per impression',
    trackingNames: ['click'],
    goals: ['clicks'],
    pacingName: 'clicks',
    touch: 'click',
    assumedPerWin: { events: 0.002, weight: 500, halfLife: 20_000 },
  },
} as const satisfies Readonly<Record<string, Declared>>;

/** Kind of a billable event, as stored in the journal. */
export type BillableKind = keyof typeof declared;
/** Kinds of all billable events. */
export const billableKinds = Object.keys(declared) as unknown as readonly [BillableKind, ...BillableKind[]];

/** Name of the counter of a billable event. */
export type EventCounter = (typeof declared)[BillableKind]['counter'];
/** One number for each counter. */
export type EventCounts = Readonly<Record<EventCounter, number>>;

type ByCounter = { readonly [Kind in BillableKind as (typeof declared)[Kind]['counter']]: (typeof declared)[Kind] };
/** Billable events by counter name. */
export const billableByCounter: Readonly<Record<EventCounter, Declared>> = Object.fromEntries(
  Object.values(declared).map((event) => [event.counter, event]),
) as ByCounter;
/** Names of all counters, in the order of their numbers. */
export const counters = Object.keys(billableByCounter) as unknown as readonly [EventCounter, ...EventCounter[]];

/** A kind of goal that is a number of events. */
export type EventGoalKind = { [Kind in BillableKind]: (typeof declared)[Kind]['goals'][number] }[BillableKind];
/** The counter of each kind of goal. */
export const counterOfGoal = Object.fromEntries(
  Object.values(declared).flatMap(({ goals, counter }) => goals.map((goal) => [goal, counter])),
) as Readonly<Record<EventGoalKind, EventCounter>>;
/** All kinds of goals that are a number of events. */
export const eventGoalKinds = Object.keys(counterOfGoal) as unknown as readonly [EventGoalKind, ...EventGoalKind[]];

/** Builds an object with one property for each counter, keyed by its name in pacing responses. */
export function countsByGoal<Value>(forCounter: (counter: EventCounter) => Value): Record<PacingName, Value> {
  return Object.fromEntries(
    Object.values(declared).map(({ pacingName, counter }) => [pacingName, forCounter(counter)]),
  ) as Record<PacingName, Value>;
}
type PacingName = (typeof declared)[BillableKind]['pacingName'];

/** Kind of billable event by its names in tracking URLs. */
export const billableKindOfName: ReadonlyMap<string, BillableKind> = new Map(
  billableKinds.flatMap((kind) => declared[kind].trackingNames.map((name) => [name, kind] as const)),
);

/** Returns the kind of touch for the attribution of conversions; null: no attribution. */
export function touchOf(kind: BillableKind): 'view' | 'click' | null {
  return declared[kind].touch;
}

export function counterOf(kind: BillableKind): EventCounter {
  return declared[kind].counter;
}

/** Returns the number of a counter in stored plans and count files. */
export function counterNumber(counter: EventCounter): number {
  return billableByCounter[counter].number;
}

/** Builds an object with one property for each counter. */
export function eachCounter<Value>(forCounter: (counter: EventCounter) => Value): Record<EventCounter, Value> {
  return Object.fromEntries(counters.map((counter) => [counter, forCounter(counter)])) as Record<EventCounter, Value>;
}

/** Returns zero counts. */
export function noCounts(): Record<EventCounter, number> {
  return eachCounter(() => 0);
}
