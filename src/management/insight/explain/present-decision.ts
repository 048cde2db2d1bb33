import type { Kysely } from 'kysely';
import type { DecisionView } from '../../../contract/insight/decision.ts';
import type { CandidateTrace, Decision } from '../../../core/decision/decision.ts';
import type { RecordedRequest, RecordedSlot } from '../../../core/decision/explain/recorded-request.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { RecordedFacts } from '../../../core/targeting/recorded-facts.ts';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ShownSlot } from './shown-candidates.ts';

/** Current names of bookings. */
export type BookingNames = ReadonlyMap<number, { readonly name: string; readonly campaignId: number }>;

/** IDs per query, below the parameter limit of PostgreSQL. */
const idsPerQuery = 5_000;

/** Reads the names of the listed bookings. Callers who may read traces may read every booking (docs/decisions/0036). */
export async function readBookingNames(database: Kysely<Database>, slots: readonly ShownSlot[]): Promise<BookingNames> {
  const ids = [...new Set(slots.flatMap(({ shown }) => shown.map(({ bookingId }) => bookingId as number)))];
  const names = new Map<number, { name: string; campaignId: number }>();
  for (let from = 0; from < ids.length; from += idsPerQuery) {
    const rows = await database
      .selectFrom('booking')
      .select(['booking.id', 'booking.name', 'booking.campaignId'])
      .where('booking.id', 'in', ids.slice(from, from + idsPerQuery))
      .execute();
    for (const row of rows) names.set(Number(row.id), { name: row.name, campaignId: Number(row.campaignId) });
  }
  return names;
}

/** Returns the slots of a decision, each with its trace. */
export function presentSlots(
  slots: readonly ShownSlot[],
  winners: Decision['winners'],
  snapshot: Snapshot,
  names: BookingNames,
): DecisionView['slots'] {
  return slots.map(
    ({ trace: { slotName, decidedBy, draw, trials, candidates, rotation }, shown, refusals }, index) => ({
      slotName,
      positionId: snapshot.positionBySlotName.get(slotName)?.row.id ?? null,
      decidedBy,
      draw,
      trials: [...trials],
      bookingId: winners[index]?.ad.booking.id ?? null,
      rotation: rotation === null ? null : { ...rotation, ads: [...rotation.ads] },
      candidateCount: candidates.length,
      refusals: [...refusals],
      candidates: shown.map((candidate) => presentCandidate(candidate, names)),
    }),
  );
}

/** Returns a slot whose snapshot is no longer available. */
export function presentBareSlot({ positionId, winner }: RecordedSlot): DecisionView['slots'][number] {
  return {
    slotName: '',
    positionId,
    decidedBy: winner?.method ?? null,
    draw: null,
    trials: [],
    bookingId: winner?.bookingId ?? null,
    rotation: null,
    candidateCount: 0,
    refusals: [],
    candidates: [],
  };
}

function presentCandidate(
  candidate: CandidateTrace,
  names: BookingNames,
): DecisionView['slots'][number]['candidates'][number] {
  const { bookingId, eligible } = candidate;
  const known = names.get(bookingId);
  const common = { bookingId, name: known?.name ?? null, campaignId: known?.campaignId ?? null, eligible };
  if (candidate.eligible) {
    const { share, fromTicket, toTicket, won } = candidate;
    return { ...common, reason: null, expected: null, actual: null, share, fromTicket, toTicket, won };
  }
  const { reason, expected, actual } = candidate;
  return { ...common, reason, expected, actual, share: null, fromTicket: null, toTicket: null, won: false };
}

/** Returns the facts of a request by name. */
export function presentRequest({
  facts,
  viewer,
  terms,
}: Pick<RecordedRequest, 'facts' | 'viewer' | 'terms'>): DecisionView['request'] {
  return {
    facts: presentFacts(facts),
    consent: facts.consent ?? null,
    viewerKnown: viewer.known.includes('viewer'),
    knownToCaps: [...viewer.known],
    terms: terms?.inWords ?? null,
  };
}

function presentFacts({ asked }: RecordedFacts): DecisionView['request']['facts'] {
  const values = new Map<string, string[]>();
  for (const thing of asked) {
    const [name, text] =
      'fact' in thing
        ? [thing.fact, thing.text]
        : 'key' in thing
          ? [`parameter ${thing.key}`, thing.text]
          : 'part' in thing
            ? ['page address', thing.part]
            : ['coordinates', "near coordinates of a booking's targeting"];
    values.set(name, [...(values.get(name) ?? []), text]);
  }
  return [...values].map(([name, list]) => ({ name, values: [...new Set(list)] }));
}

/** Returns the positions of a recorded request. */
export function positionIdsOf({ slots }: RecordedRequest): ReadonlySet<number> {
  return new Set(slots.flatMap(({ positionId }) => (positionId === null ? [] : [positionId as PositionId])));
}
