import { dayMs } from '../time/durations.ts';
import type { EventCounter, EventCounts } from './billable-events.ts';

/**
 * Price models: the unit that the rate of a booking pays for. This is the only list of them. The API, reports, pacing
 * and the interface derive theirs from it, and handle every `unit.per` exhaustively. Source: product decisions 3.
 */
export type PriceUnit =
  /** The rate pays for the given number of events of one counter. Reports need a divisor of 1,000. */
  | { readonly per: 'events'; readonly counter: EventCounter; readonly events: 1 | 10 | 100 | 1000 }
  /** The rate pays for each conversion that is attributed to an ad of the booking. */
  | { readonly per: 'conversion' }
  /** The rate pays for each local day with an impression. */
  | { readonly per: 'day' }
  /**
   * The rate pays for the whole booking in equal parts, one for each local day with an impression, at most as many as its
   * flight has days (`daysOfFlight`).
   */
  | { readonly per: 'day_of_flight' }
  /** The rate pays for the whole booking, on its first day with an impression. */
  | { readonly per: 'booking' };

type Declared = {
  readonly unit: PriceUnit;
  /** Description of the paid unit in the API. */
  readonly description: string;
};

const models = {
  cpm: {
    unit: { per: 'events', counter: 'impressions', events: 1000 },
    description: 'the rate for 1,000 impressions',
  },
  vcpm: {
    unit: { per: 'events', counter: 'viewables', events: 1000 },
    description: 'the rate for 1,000 viewable impressions',
  },
  cpc: {
    unit: { per: 'events', counter: 'clicks', events: 1 },
    description: 'the rate for each click',
  },
  cpv: {
    unit: { per: 'events', counter: 'starts', events: 1 },
    description: 'the rate for each start of a video or audio ad',
  },
  cpcv: {
    unit: { per: 'events', counter: 'completes', events: 1 },
    description: 'the rate for each completed view of a video or audio ad',
  },
  cpa: { unit: { per: 'conversion' }, description: 'the rate for each attributed conversion' },
  cpd: { unit: { per: 'day' }, description: 'the rate for each local day with an impression' },
  flat: {
    unit: { per: 'booking' },
    description: 'the rate once, on the first local day with an impression',
  },
  flat_over_flight: {
    unit: { per: 'day_of_flight' },
    description:
      'the rate divided by the days of the flight, for each local day with an impression, at most as many days as the flight has. Requires `endDate`',
  },
} as const satisfies Readonly<Record<string, Declared>>;

/** Code of a price model, as stored and sent. */
export type PriceModel = keyof typeof models;

/** Price models by code. */
export const priceModels: Readonly<Record<PriceModel, Declared>> = models;

/** Codes of all price models. */
export const priceModelCodes = Object.keys(models) as unknown as readonly [PriceModel, ...PriceModel[]];

/** Models whose rate is divided by the days of the flight. They require an end date. */
export const flightModelCodes = priceModelCodes.filter((code) => priceModels[code].unit.per === 'day_of_flight');

/**
 * Models whose cost can rise for weeks after the last ad, because conversions are attributed later. No budget can cap
 * it.
 */
export const uncappedModelCodes = priceModelCodes.filter((code) => priceModels[code].unit.per === 'conversion');

/** Code of a model whose cost a budget can cap. */
type CappedModel = {
  [Model in PriceModel]: (typeof models)[Model]['unit']['per'] extends 'conversion' ? never : Model;
}[PriceModel];

/** Price model of bid floors and bids. */
export const floorModel = 'cpm' satisfies PriceModel;

/** A price: model and rate. */
export type Price = {
  readonly model: PriceModel;
  /** Micro-units of a currency. */
  readonly rateMicros: number;
};

/** A price whose cost a budget can cap. */
export type CappedPrice = Price & { readonly model: CappedModel };

/** Unit that a price pays for whose cost a budget can cap. */
export type CappedUnit = Exclude<PriceUnit, { readonly per: 'conversion' }>;

export function canBeCapped(price: Price): price is CappedPrice {
  return priceModels[price.model].unit.per !== 'conversion';
}

/** Returns the unit that a price pays for. */
export function cappedUnitOf({ model }: CappedPrice): CappedUnit {
  return models[model].unit;
}

/** Models whose rate pays for events. Only for these does a budget correspond to a number of events. */
export const eventModelCodes = priceModelCodes.filter((code) => priceModels[code].unit.per === 'events');

/** The codes as text: `cpm, vcpm or cpc`. */
export const eventModelsText = `${eventModelCodes.slice(0, -1).join(', ')} or ${eventModelCodes.at(-1)}`;

/**
 * Returns the counter and number of events that a budget pays for, rounded down; null: the model does not pay for
 * events.
 */
export function eventsForBudget(
  budgetMicros: number,
  { model, rateMicros }: Price,
): { readonly counter: EventCounter; readonly total: number } | null {
  if (rateMicros <= 0) return null;
  const { unit } = priceModels[model];
  switch (unit.per) {
    case 'events':
      // The product may exceed the exact integers of a double.
      return {
        counter: unit.counter,
        total: Number((BigInt(budgetMicros) * BigInt(unit.events)) / BigInt(rateMicros)),
      };
    case 'conversion':
    case 'day':
    case 'day_of_flight':
    case 'booking':
      return null;
  }
}

/**
 * Returns the cost of delivered events.
 * @returns micro-units, rounded down; null: the model does not pay for events, so the cost depends on the days
 */
export function costOfEvents(counts: EventCounts, { model, rateMicros }: Price): number | null {
  const { unit } = priceModels[model];
  switch (unit.per) {
    case 'events':
      return Number((BigInt(counts[unit.counter]) * BigInt(rateMicros)) / BigInt(unit.events));
    case 'conversion':
    case 'day':
    case 'day_of_flight':
    case 'booking':
      return null;
  }
}

/** Returns the days of a flight: its length in units of 24 hours, rounded, at least 1. */
export function daysOfFlight(startMs: number, endMs: number): number {
  return Math.max(1, Math.round((endMs - startMs) / dayMs));
}

/**
 * Returns the counter that a price pays for and the cost of one of its events; null: the model does not pay for events,
 * or the events are free.
 * @example costOfOne({ model: 'cpm', rateMicros: 3_000_000 }) // { counter: 'impressions', micros: 3_000 }
 */
export function costOfOne({
  model,
  rateMicros,
}: Price): { readonly counter: EventCounter; readonly micros: number } | null {
  const { unit } = priceModels[model];
  if (unit.per !== 'events' || rateMicros <= 0) return null;
  return { counter: unit.counter, micros: rateMicros / unit.events };
}
