import type { EventCounter, EventCounts } from './billable-events.ts';

/**
 * Price models: what a booking's rate pays for. This is the only list of them; the API, reports, pacing and the interface
 * derive theirs from it, and handle every `unit.per` exhaustively. Source: product decisions 3.
 */
export type PriceUnit =
  /** The rate pays for so many events of one counter. Reports need a divisor of 1,000. */
  | { readonly per: 'events'; readonly counter: EventCounter; readonly events: 1 | 10 | 100 | 1000 }
  /** The rate pays for each local day with an impression. */
  | { readonly per: 'day' }
  /** The rate pays for the whole booking, on its first day with an impression. */
  | { readonly per: 'booking' };

type Declared = {
  readonly unit: PriceUnit;
  /** In the API: what the rate pays for. */
  readonly description: string;
};

const models = {
  cpm: {
    unit: { per: 'events', counter: 'impressions', events: 1000 },
    description: 'the rate for 1,000 impressions',
  },
  cpc: {
    unit: { per: 'events', counter: 'clicks', events: 1 },
    description: 'the rate for each click',
  },
  cpd: { unit: { per: 'day' }, description: 'the rate for each local day with an impression' },
  flat: {
    unit: { per: 'booking' },
    description: 'the rate once, on the first local day with an impression',
  },
} as const satisfies Readonly<Record<string, Declared>>;

/** Code of a price model, as it is stored and sent. */
export type PriceModel = keyof typeof models;

/** Every price model by its code. */
export const priceModels: Readonly<Record<PriceModel, Declared>> = models;

/** Codes of all price models. */
export const priceModelCodes = Object.keys(models) as unknown as readonly [PriceModel, ...PriceModel[]];

/** The model that prices of floors and of bids are in. */
export const floorModel = 'cpm' satisfies PriceModel;

/** A price: what is paid for, and how much. */
export type Price = {
  readonly model: PriceModel;
  /** Micro-units of a currency. */
  readonly rateMicros: number;
};

/** Models whose rate pays for events: a budget is a number of events only by these. */
export const eventModelCodes = priceModelCodes.filter((code) => priceModels[code].unit.per === 'events');

/** These models in words: `cpm or cpc`. */
export const eventModelsText = eventModelCodes.join(' or ');

/** How many events of which counter a budget pays for, rounded down; null: the model does not pay for events. */
export function eventsForBudget(
  budgetMicros: number,
  { model, rateMicros }: Price,
): { readonly counter: EventCounter; readonly total: number } | null {
  if (rateMicros <= 0) return null;
  const { unit } = priceModels[model];
  switch (unit.per) {
    case 'events':
      // The product may be beyond the exact integers of a double.
      return {
        counter: unit.counter,
        total: Number((BigInt(budgetMicros) * BigInt(unit.events)) / BigInt(rateMicros)),
      };
    case 'day':
    case 'booking':
      return null;
  }
}

/**
 * What delivered events cost so far.
 * @returns micro-units, rounded down; null: the model does not pay for events, so the cost depends on the days
 */
export function costOfEvents(counts: EventCounts, { model, rateMicros }: Price): number | null {
  const { unit } = priceModels[model];
  switch (unit.per) {
    case 'events':
      return Number((BigInt(counts[unit.counter]) * BigInt(rateMicros)) / BigInt(unit.events));
    case 'day':
    case 'booking':
      return null;
  }
}
