import { decimal, type SimulationMarket } from './market.ts';

/** A delivered ad from the perspective of the visitor. */
export type ShownAd = {
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  readonly decidedAtMs: number;
};

export type Kind = 'impression' | 'viewable' | 'click';
const counterOf = { impression: 'impressions', viewable: 'viewables', click: 'clicks' } as const;

export type Counts = { impressions: number; viewables: number; clicks: number };
export type DayRow = Counts & { readonly bookingId: number; readonly day: string; spend: string };
export type HourRow = Counts & {
  readonly hour: string;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
};

/**
 * Model of the expected reports. It shares no code with the product: it records acknowledged events with their times
 * and sums them up at the end.
 */
export class ReferenceCounts {
  readonly #market: SimulationMarket;
  readonly #zoneOf: ReadonlyMap<number, string>;
  /** First time of each acknowledged event, by its URL. */
  readonly #events = new Map<string, { readonly shown: ShownAd; readonly kind: Kind; atMs: number }>();
  acknowledged = 0;

  constructor(market: SimulationMarket) {
    this.#market = market;
    this.#zoneOf = new Map(market.positions.map(({ positionId, timeZone }) => [positionId, timeZone]));
  }

  note(address: string, shown: ShownAd, kind: Kind, atMs: number): void {
    this.acknowledged += 1;
    const before = this.#events.get(address);
    if (before === undefined) this.#events.set(address, { shown, kind, atMs });
    else before.atMs = Math.min(before.atMs, atMs);
  }

  /** Returns the number of events that count. */
  get size(): number {
    return this.#events.size;
  }

  hours(): HourRow[] {
    return this.#summed((shown, atMs) => {
      const { bookingId, creativeId, positionId } = shown;
      return { hour: new Date(atMs - (atMs % 3_600_000)).toISOString(), bookingId, creativeId, positionId };
    });
  }

  days(): DayRow[] {
    const rows = this.#summed(({ bookingId, positionId }, atMs) => ({
      bookingId,
      day: localDay(atMs, this.#zoneOf.get(positionId) ?? ''),
    }));
    return rows.map((row) => ({ ...row, spend: this.#spendOf(row, rows) }));
  }

  #summed<Key extends object>(keyOf: (shown: ShownAd, atMs: number) => Key): (Key & Counts)[] {
    const rows = new Map<string, Key & Counts>();
    for (const { shown, kind, atMs } of this.#events.values()) {
      const key = keyOf(shown, atMs);
      const name = JSON.stringify(key);
      const row = rows.get(name) ?? { ...key, impressions: 0, viewables: 0, clicks: 0 };
      row[counterOf[kind]] += 1;
      rows.set(name, row);
    }
    return [...rows.values()];
  }

  /** Returns the spend in whole micro-units, rounded half up. */
  #spendOf(
    { bookingId, day, impressions, clicks }: Counts & { bookingId: number; day: string },
    rows: readonly (Counts & { bookingId: number; day: string })[],
  ): string {
    const pricing = this.#market.pricingOf.get(bookingId);
    if (pricing === undefined) throw new Error(`Unknown booking ${bookingId}`);
    const { model, rateMicros, currency } = pricing;
    const shownDays = rows.filter((row) => row.bookingId === bookingId && row.impressions > 0).map((row) => row.day);
    const isPaid = { cpm: true, cpc: true, cpd: impressions > 0, flat: day === shownDays.toSorted()[0] }[model];
    const times = { cpm: BigInt(impressions), cpc: BigInt(clicks) * 1_000n, cpd: 1_000n, flat: 1_000n }[model];
    const micros = isPaid ? (rateMicros * times * 2n + 1_000n) / 2_000n : 0n;
    return `${decimal(micros)} ${currency}`;
  }
}

/** Returns a local date such as `2025-10-26`. */
function localDay(atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const { year, month, day } = Object.fromEntries(parts.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
}
