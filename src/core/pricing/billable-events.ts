/*
 * Counted events and their prices.
 *
 * - `billable-events.ts`: the events of prices, budgets and goals.
 * - `price-model.ts`: the price models, by those events, by day or by booking.
 *
 * Both are the only list of their kind. The journal, the sums in the database, reports, pacing, the API and the
 * interface derive theirs from it.
 *
 * A billable event is either a kind of the journal, or a video event, which the journal stores with the kind `video`
 * and the event as its name. Video events are also counted by name, as those that are not billable.
 */

import type { VideoEvent } from '../vocabulary/video-events.ts';

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
  /** It is a video event, and its key is the name of the event. Such counters are shown with the metrics of videos. */
  readonly isOfVideo?: true;
  /**
   * Names in tracking URLs, in lower case, without those of video events (`core/vocabulary/video-events.ts`). Source:
   * wire-protocol 6.
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
  start: {
    counter: 'starts',
    number: 4,
    description: 'Starts of video and audio ads',
    isOfVideo: true,
    trackingNames: [],
    goals: ['starts'],
    pacingName: 'starts',
    touch: null,
    assumedPerWin: { events: 0.9, weight: 20, halfLife: 2_000 },
  },
  complete: {
    counter: 'completes',
    number: 5,
    description: 'Completed views: video and audio ads that played to their end',
    isOfVideo: true,
    trackingNames: [],
    goals: ['completes'],
    pacingName: 'completes',
    touch: null,
    assumedPerWin: { events: 0.6, weight: 20, halfLife: 2_000 },
  },
} as const satisfies Readonly<Record<string, Declared>>;

type BillableName = keyof typeof declared;
type BillableVideoEvent = {
  [Name in BillableName]: (typeof declared)[Name] extends { isOfVideo: true } ? Name : never;
}[BillableName] &
  VideoEvent;

/** Kind of the journal whose events are billable. */
export type BillableKind = Exclude<BillableName, BillableVideoEvent>;
/** All kinds of the journal whose events are billable. */
export const billableKinds = namesOf(({ isOfVideo }) => isOfVideo !== true) as unknown as readonly [
  BillableKind,
  ...BillableKind[],
];

/** Name of the counter of a billable event. */
export type EventCounter = (typeof declared)[BillableName]['counter'];
/** One number for each counter. */
export type EventCounts = Readonly<Record<EventCounter, number>>;

type ByCounter = { readonly [Name in BillableName as (typeof declared)[Name]['counter']]: (typeof declared)[Name] };
/** Billable events by counter name. */
export const billableByCounter: Readonly<Record<EventCounter, Declared>> = Object.fromEntries(
  Object.values(declared).map((event) => [event.counter, event]),
) as ByCounter;
/** Names of all counters, in the order of their numbers. */
export const counters = Object.keys(billableByCounter) as unknown as readonly [EventCounter, ...EventCounter[]];

/** Counter that is shown for every booking. Those of video events are shown with the metrics of videos. */
export type GeneralCounter = (typeof declared)[BillableKind]['counter'];
/** All counters that are shown for every booking. */
export const generalCounters = billableKinds.map(counterOf);
/** Builds an object with one property for each of these counters. */
export function eachGeneralCounter<Value>(
  forCounter: (counter: GeneralCounter) => Value,
): Record<GeneralCounter, Value> {
  return Object.fromEntries(generalCounters.map((counter) => [counter, forCounter(counter)])) as Record<
    GeneralCounter,
    Value
  >;
}

/** A kind of goal that is a number of events. */
export type EventGoalKind = { [Name in BillableName]: (typeof declared)[Name]['goals'][number] }[BillableName];
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
type PacingName = (typeof declared)[BillableName]['pacingName'];

/** Kind of billable event by its names in tracking URLs. */
export const billableKindOfName: ReadonlyMap<string, BillableKind> = new Map(
  billableKinds.flatMap((kind) => declared[kind].trackingNames.map((name) => [name, kind] as const)),
);

/** Returns the kind of touch for the attribution of conversions; null: no attribution. */
export function touchOf(kind: BillableKind): 'view' | 'click' | null {
  return declared[kind].touch;
}

export function counterOf(kind: BillableKind): GeneralCounter {
  return declared[kind].counter;
}

/** Counters by kind, and those of video events by name. */
const counterByKind = new Map<string, EventCounter>(billableKinds.map((kind) => [kind, counterOf(kind)]));
const counterByVideoEvent = new Map<string, EventCounter>(
  namesOf(({ isOfVideo }) => isOfVideo === true).map((name) => [name, declared[name].counter]),
);

/**
 * Returns the counter of an event of the journal; null: it is not billable.
 * @example counterOfEvent({ kind: 'video', name: 'complete' }) // 'completes'
 */
export function counterOfEvent(event: { readonly kind: string; readonly name?: string }): EventCounter | null {
  if (event.kind === 'video') return counterByVideoEvent.get(event.name ?? '') ?? null;
  return counterByKind.get(event.kind) ?? null;
}

/** Returns the number of a counter in stored plans and count files. */
export function counterNumber(counter: EventCounter): number {
  return billableByCounter[counter].number;
}

/** Builds an object with one property for each counter. */
export function eachCounter<Value>(forCounter: (counter: EventCounter) => Value): Record<EventCounter, Value> {
  return Object.fromEntries(counters.map((counter) => [counter, forCounter(counter)])) as Record<EventCounter, Value>;
}

function namesOf(isIncluded: (event: Declared) => boolean): readonly BillableName[] {
  return (Object.keys(declared) as BillableName[]).filter((name) => isIncluded(declared[name]));
}

/** Returns zero counts. */
export function noCounts(): Record<EventCounter, number> {
  return eachCounter(() => 0);
}
