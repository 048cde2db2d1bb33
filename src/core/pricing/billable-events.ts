/*
 * What is counted and what it costs.
 *
 * - `billable-events.ts`: the events that prices, budgets and goals count.
 * - `price-model.ts`: the price models, by those events, by day or by booking.
 *
 * Both are the only list of their kind. The journal, the sums in the database, reports, pacing, the API and the interface
 * derive theirs from it.
 */

/** What is declared of a billable event. */
type Declared = {
  /**
   * Name of its counter in the API, and of the column of `delivery_hour`, `booking_day` and `booking_total`. One word in
   * lower case, so that both have the same name.
   */
  readonly counter: Lowercase<string>;
  /** Of the counter in stored plans and count files: never change or reuse one. They are 1, 2, 3 and so on. */
  readonly number: number;
  /** Of the counter in the API. */
  readonly description: string;
  /** Names in tracking addresses, in lower case. Source: wire-protocol 6. */
  readonly trackingNames: readonly string[];
  /** Kinds of goal that it counts for. */
  readonly goals: readonly string[];
  /** Name of the counter in reads of a booking's pacing, which have had other names than reports from the start. */
  readonly pacingName: string;
  /** As what conversions can be attributed to it; null: none are. Source: docs/decisions/0131-attribution.md. */
  readonly touch: 'view' | 'click' | null;
  /**
   * Events per won slot, before any are counted: how many (`events`), as many won slots as this assumption weighs
   * (`weight`), and after how many won slots an observation weighs half as much (`halfLife`).
   */
  readonly assumedPerWin: { readonly events: number; readonly weight: number; readonly halfLife: number };
};

const declared = {
  impression: {
    counter: 'impressions',
    number: 1,
    description: 'Impressions: ads that were shown; on screens, plays',
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

/** Kind of a billable event, as the journal has it. */
export type BillableKind = keyof typeof declared;
/** Kinds of all billable events. */
export const billableKinds = Object.keys(declared) as unknown as readonly [BillableKind, ...BillableKind[]];

/** Name of the counter of a billable event. */
export type EventCounter = (typeof declared)[BillableKind]['counter'];
/** One number for each counter. */
export type EventCounts = Readonly<Record<EventCounter, number>>;

type ByCounter = { readonly [Kind in BillableKind as (typeof declared)[Kind]['counter']]: (typeof declared)[Kind] };
/** Every billable event by the name of its counter. */
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
/** All kinds of goal that are a number of events. */
export const eventGoalKinds = Object.keys(counterOfGoal) as unknown as readonly [EventGoalKind, ...EventGoalKind[]];

/** One member for each counter, by the kind of goal that names it in pacing reads. */
export function countsByGoal<Value>(forCounter: (counter: EventCounter) => Value): Record<PacingName, Value> {
  return Object.fromEntries(
    Object.values(declared).map(({ pacingName, counter }) => [pacingName, forCounter(counter)]),
  ) as Record<PacingName, Value>;
}
type PacingName = (typeof declared)[BillableKind]['pacingName'];

/** The kind of each billable event by its names in tracking addresses. */
export const billableKindOfName: ReadonlyMap<string, BillableKind> = new Map(
  billableKinds.flatMap((kind) => declared[kind].trackingNames.map((name) => [name, kind] as const)),
);

/** As what conversions can be attributed to an event of this kind; null: none are. */
export function touchOf(kind: BillableKind): 'view' | 'click' | null {
  return declared[kind].touch;
}

/** Name of the counter of a kind. */
export function counterOf(kind: BillableKind): EventCounter {
  return declared[kind].counter;
}

/** Number of a counter in stored plans and count files. */
export function counterNumber(counter: EventCounter): number {
  return billableByCounter[counter].number;
}

/** An object with one member for each counter. */
export function eachCounter<Value>(forCounter: (counter: EventCounter) => Value): Record<EventCounter, Value> {
  return Object.fromEntries(counters.map((counter) => [counter, forCounter(counter)])) as Record<EventCounter, Value>;
}

/** Counts of nothing. */
export function noCounts(): Record<EventCounter, number> {
  return eachCounter(() => 0);
}
