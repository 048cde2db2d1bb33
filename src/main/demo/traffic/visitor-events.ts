import type { Winner } from '../../../core/decision/decision.ts';
import type { BillableKind } from '../../../core/pricing/billable-events.ts';

import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import type { DemoDevice } from './demo-pages.ts';
import type { Random } from './random.ts';

/** An ad that a visitor received. */
export type SimulatedAd = {
  readonly winner: Winner;
  /** ID of the decision in hexadecimal. */
  readonly decisionId: string;
  readonly slotIndex: number;
  readonly decidedAtMs: number;
  readonly device: DemoDevice;
};

/** Parts of the won slots that are rendered, and of the rendered ads that are viewable. */
const rendered = 0.985;
const viewable: Readonly<Record<DemoDevice, number>> = { phone: 0.68, tablet: 0.62, desktop: 0.55 };
/** Clicks per rendered ad: of banners between the first and the second number, of products the third. */
const clicks = [0.0012, 0.0048, 0.021] as const;
/** Part of the events that arrive twice, and of the ads that a crawler requests. */
const repeated = 0.012;
const crawled = 0.008;

/** Returns the events that a visitor sends for an ad. */
export function eventsOf(shown: SimulatedAd, random: Random): readonly DeliveryEvent[] {
  if (random() >= rendered) return [];
  const isCrawler = random() < crawled;
  const kinds: [BillableKind, number][] = [['impression', 1 + random() * 2]];
  if (!isCrawler && random() < viewable[shown.device]) kinds.push(['viewable', 3 + random() * 3]);
  if (!isCrawler && random() < clickRate(shown.winner)) kinds.push(['click', 5 + random() * 40]);
  const events = kinds.map(([kind, seconds]) => eventOf(shown, kind, seconds * 1_000, isCrawler ? 'bot' : null));
  return random() < repeated ? [...events, ...events.slice(0, 1)] : events;
}

function eventOf(
  { winner: { ad, position }, decisionId, slotIndex, decidedAtMs }: SimulatedAd,
  kind: BillableKind,
  afterMs: number,
  filtered: DeliveryEvent['filtered'],
): DeliveryEvent {
  return {
    eventId: `${decisionId}.${slotIndex}.${kind}`,
    kind,
    filtered,
    atMs: decidedAtMs + Math.round(afterMs),
    decidedAtMs,
    adId: ad.id,
    bookingId: ad.booking.id,
    creativeId: ad.creative.id,
    positionId: position.row.id,
  };
}

/** Differs by booking, as that of real creatives does. */
function clickRate({ ad: { booking } }: Winner): number {
  const [least, most, ofProducts] = clicks;
  if (booking.type === 'sponsored_products') return ofProducts;
  return least + ((booking.id * 7) % 10) * 0.1 * (most - least);
}
