import type { SlotTrace } from '../../../core/decision/decision.ts';
import type { RefusalReason } from '../../../core/vocabulary/reasons.ts';
import type { LoggedDelivery } from '../calls/shadow-request.ts';

/** Outcome of a booking in a slot: it won, a rule refused it, or another booking won. */
export type SlotCause =
  | RefusalReason
  | 'WON'
  /** Bookings with a share of voice or a goal are served before shares are drawn. */
  | 'CLAIM_COMES_FIRST'
  /** The winner of the draw has a higher priority. */
  | 'LOST_TO_PRIORITY'
  | 'LOST_BY_SHARE';

/** Causes of one booking in the explained slots of a zone. */
export type BookingCauses = {
  /** Estimated number of slots by cause. */
  readonly slots: Map<SlotCause, number>;
  /** The texts of the last explanation of a rule. */
  readonly texts: Map<SlotCause, { readonly expected: string; readonly actual: string }>;
};

/** What was delivered at a zone, by campaign and creative of the other ad server. */
export type DeliveredTally = Map<string, { campaign: string | null; creative: string | null; count: number }>;

/** Most bookings of a zone whose causes are counted. */
const maxExplainedBookings = 5_000;
const separator = '\n';

/** Counts of one zone. */
export class ZoneTally {
  readonly zone: string;
  /** null: no position of Placard is known for the zone. */
  readonly slotName: string | null;
  requests = 0;
  /** Slots that repeat a position of the same request. They get no ad. */
  repeated = 0;
  filled = 0;
  /** Ads of each booking, including further ads of stacks. */
  readonly wins = new Map<number, number>();
  readonly winsOfCreatives = new Map<number, number>();
  readonly delivered: Readonly<Record<LoggedDelivery['source'], DeliveredTally>> = {
    impression: new Map(),
    response: new Map(),
    click: new Map(),
  };
  /** Estimated number of slots that the explanations represent. */
  explained = 0;
  /** Bookings that cover the position, as of the last explanation. */
  covering = 0;
  readonly causes = new Map<number, BookingCauses>();
  /** Estimated number of slots without an ad, by the most frequent refusal. `NO_BOOKING`: no booking covers the position. */
  readonly empty = new Map<RefusalReason | 'NO_BOOKING', number>();

  constructor(zone: string, slotName: string | null) {
    this.zone = zone;
    this.slotName = slotName;
  }

  win(bookingId: number, creativeId: number): void {
    this.wins.set(bookingId, (this.wins.get(bookingId) ?? 0) + 1);
    this.winsOfCreatives.set(creativeId, (this.winsOfCreatives.get(creativeId) ?? 0) + 1);
  }

  /** Returns true if this is a new campaign or creative of the zone. */
  deliver(
    { source, campaign, creative }: Pick<LoggedDelivery, 'source' | 'campaign' | 'creative'>,
    count = 1,
  ): boolean {
    const tally = this.delivered[source];
    const key = `${campaign ?? ''}${separator}${creative ?? ''}`;
    const known = tally.get(key);
    if (known === undefined) tally.set(key, { campaign, creative, count });
    else known.count += count;
    return known === undefined;
  }

  /**
   * Counts the causes of a slot.
   * @param weight number of slots that the explanation represents
   * @param priorityOf priority of a booking, 0 (highest) to 9
   */
  explain(trace: SlotTrace, weight: number, priorityOf: (bookingId: number) => number): void {
    this.explained += weight;
    this.covering = trace.candidates.length;
    const winner = trace.candidates.find((candidate) => candidate.eligible && candidate.won);
    const winnerPriority = winner === undefined ? null : priorityOf(winner.bookingId);
    const refusals = new Map<RefusalReason, number>();
    for (const candidate of trace.candidates) {
      const { bookingId, eligible } = candidate;
      if (!eligible) refusals.set(candidate.reason, (refusals.get(candidate.reason) ?? 0) + 1);
      const known = this.causes.get(bookingId);
      if (known === undefined && this.causes.size >= maxExplainedBookings) continue;
      const causes = known ?? { slots: new Map(), texts: new Map() };
      if (known === undefined) this.causes.set(bookingId, causes);
      const cause = eligible
        ? candidate.won
          ? 'WON'
          : trace.decidedBy === 'claim'
            ? 'CLAIM_COMES_FIRST'
            : winnerPriority !== null && winnerPriority < priorityOf(bookingId)
              ? 'LOST_TO_PRIORITY'
              : 'LOST_BY_SHARE'
        : candidate.reason;
      causes.slots.set(cause, (causes.slots.get(cause) ?? 0) + weight);
      if (!eligible) causes.texts.set(cause, { expected: candidate.expected, actual: candidate.actual });
    }
    if (winner === undefined) {
      const [most] = [...refusals].toSorted((one, other) => other[1] - one[1]);
      const reason = most?.[0] ?? 'NO_BOOKING';
      this.empty.set(reason, (this.empty.get(reason) ?? 0) + weight);
    }
  }
}
