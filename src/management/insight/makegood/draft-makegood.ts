import type { MakegoodBody } from '../../../contract/booking/actions/makegood.ts';
import type { BookingBody } from '../../../contract/booking/booking.ts';
import type { Forecast } from '../../../contract/booking/forecast.ts';
import { goalKindOf, type Shortfall } from './read-shortfall.ts';

/** Longest name of a booking is longer than any name with this suffix cut to it. */
const maxBaseName = 200;

/** A booking that would be saved, and what it replaces. */
export type MakegoodDraft = {
  /** Saved booking that it replaces. null: a new booking. */
  readonly bookingId: number | null;
  /** Start of the added delivery, epoch ms. */
  readonly startMs: number;
  /** Events that the added delivery must bring. */
  readonly wanted: number;
  /** @param endMs its end, epoch ms, exclusive */
  bodyUntil(endMs: number): BookingBody;
};

/** A draft with its end and its forecast. */
export type SolvedMakegood = {
  readonly draft: MakegoodDraft;
  readonly endMs: number;
  /** Events between the start of the draft and its end. */
  readonly added: number;
  readonly forecast: Forecast;
};

/** Returns the extended booking, or the linked booking. */
export function draftMakegood(shortfall: Shortfall, terms: MakegoodBody, nowMs: number): MakegoodDraft {
  const { row, body, endMs: currentEndMs, missing, basis } = shortfall;
  if (terms.method === 'extend') {
    return {
      bookingId: row.id,
      startMs: Math.max(nowMs, currentEndMs),
      wanted: missing,
      bodyUntil: (endMs) => ({ ...body, endDate: new Date(endMs).toISOString() }),
    };
  }
  const wanted = terms.goal ?? missing;
  const { positionIds, price } = terms;
  const own = positionIds == null ? {} : { positionIds, locationIds: [], publicationIds: [], publisherIds: [] };
  const kind = basis === 'goal' ? goalKindOf(shortfall.goal.counter) : 'plays';
  const goal = { kind, total: wanted } as const;
  const pricing = body.pricing == null ? {} : { pricing: priced(body.pricing, price) };
  return {
    bookingId: null,
    startMs: nowMs,
    wanted,
    bodyUntil: (endMs) => ({
      ...body,
      ...own,
      ...pricing,
      name: `${body.name.slice(0, maxBaseName)} (make-good)`,
      externalId: undefined,
      startDate: new Date(nowMs).toISOString(),
      endDate: new Date(endMs).toISOString(),
      // A budget of the booking would limit the makegood, and a free booking cannot have one.
      delivery:
        basis === 'goal' ? { ...body.delivery, goal, budget: null } : { method: 'share', goal, frontLoading: 0 },
      creatives: body.creatives.map(({ creativeId, weight }) => ({ creativeId, weight })),
    }),
  };
}

function priced(pricing: NonNullable<BookingBody['pricing']>, price: MakegoodBody['price']) {
  return price === 'same' ? pricing : { ...pricing, rate: { ...pricing.rate, amount: '0' } };
}
