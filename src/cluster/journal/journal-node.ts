import { ErrorReply } from '@redis/client';
import type { SegmentBytes } from '../../exchange/journal/journal-reader.ts';
import { journalKeys, nodeName, placeOfId, type StreamPlace } from '../../exchange/journal/journal-stream.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';

/** A reply may hold two entries, so it is not asked for at every turn. */
const lookMs = 2_000;

/** A segment that was read to its end; `read` is the last of it. */
export type ReadSegment = { readonly segmentId: string | null; readonly size: number; readonly read: SegmentBytes };

/** The journal of one delivery process, and what is known of its stream. */
export type JournalNode = {
  readonly name: string;
  /** Up to where its stream has it; null: not known. */
  place: StreamPlace | null;
  /** By the clock that only goes forward. */
  lookedAtMs: number;
  /** There is no stream yet, so the first entry makes it. */
  isNew: boolean;
  /** By path. */
  readonly known: Map<string, ReadSegment>;
  /** By segment, up to where the stream has it. */
  readonly shipped: Map<string, number>;
};

export function createNode(host: string, processId: string): JournalNode {
  return {
    name: nodeName(host, processId),
    place: null,
    lookedAtMs: 0,
    isNew: false,
    known: new Map(),
    shipped: new Map(),
  };
}

/**
 * Looks where the stream ends, at first and now and then, since a Redis may lose what came last. A trimmed stream still knows
 * its last id; one that is gone is made anew, from the oldest segment on.
 */
export async function findPlace(redis: Redis, node: JournalNode): Promise<void> {
  if (node.place !== null && performance.now() - node.lookedAtMs < lookMs) return;
  const { place } = node;
  await look(redis, node);
  node.lookedAtMs = performance.now();
  // What is sent again is read again.
  if (place?.number !== node.place?.number || place?.offset !== node.place?.offset) node.known.clear();
}

async function look(redis: Redis, node: JournalNode): Promise<void> {
  try {
    const info = await redis.ask<readonly unknown[]>('XINFO', 'STREAM', journalKeys.streamOf(node.name));
    node.place = placeOfId(String(info[info.indexOf('last-generated-id') + 1]));
    node.isNew = false;
  } catch (error) {
    if (!(error instanceof ErrorReply && /no such key/i.test(error.message))) throw error;
    node.place = { number: 0, offset: 0 };
    node.isNew = true;
    node.shipped.clear();
  }
}

/** By segment, up to where its events are in the sums, as the roll-up says. */
export async function rolledOffsets(redis: Redis, node: string): Promise<ReadonlyMap<string, number>> {
  const flat = await redis.ask<readonly string[]>('HGETALL', journalKeys.rolledOf(node));
  const offsets = new Map<string, number>();
  for (let index = 0; index < flat.length; index += 2) offsets.set(String(flat[index]), Number(flat[index + 1]));
  return offsets;
}
