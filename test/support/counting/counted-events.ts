import type { Kysely } from 'kysely';
import type { Database } from '../../../src/platform/db/schema.ts';
import { decisionIdBytes, type SequenceReader } from '../../../src/platform/keys/decision-ids.ts';
import { decodeMembers } from '../../../src/worker/count/deduplicate/member-set.ts';

/** Returns the position of each counted event (see `rangePositionOf`). Fails if an event was counted twice. */
export async function readCountedEvents(database: Kysely<Database>): Promise<ReadonlySet<string>> {
  const ranges = await database.selectFrom('countedRange').selectAll().execute();
  const rows = await database.selectFrom('countedEvent').select('eventId').execute();
  const positions = [
    ...rows.map(({ eventId }) => eventId),
    ...ranges.flatMap(({ rangeId, slotKind, members }) =>
      decodeMembers(members).map((member) => [rangeId, member, slotKind].join('.')),
    ),
  ];
  const different = new Set(positions);
  if (different.size !== positions.length)
    throw new Error(`${positions.length - different.size} events are counted twice`);
  return different;
}

/** Returns the position of an event in the ranges of counted events. */
export function rangePositionOf(eventId: string, sequences: SequenceReader): string {
  const at = { rangeId: 0, member: 0 };
  if (!sequences(eventId, at)) return eventId;
  return [at.rangeId, at.member, eventId.slice(decisionIdBytes * 2 + 1)].join('.');
}
