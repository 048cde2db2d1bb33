import { ErrorReply } from '@redis/client';
import type { SegmentBytes } from '../../exchange/journal/journal-reader.ts';
import { journalKeys, nodeName, offsetOfStreamId, type StreamOffset } from '../../exchange/journal/journal-stream.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';

/** Interval of checks of the stream, because a response may contain two entries. */
const lookMs = 2_000;

/** A segment that was read to its end. `read` is its last part. */
export type ReadSegment = { readonly segmentId: string | null; readonly size: number; readonly read: SegmentBytes };

/** The journal of one delivery process, and the state of its stream. */
export type JournalNode = {
  readonly name: string;
  /** Position up to which the stream contains the journal; null: unknown. */
  streamOffset: StreamOffset | null;
  /** Monotonic clock. */
  lookedAtMs: number;
  /** There is no stream yet. The first entry creates it. */
  isNew: boolean;
  /** By path. */
  readonly known: Map<string, ReadSegment>;
  /** Offset up to which the stream contains each segment. */
  readonly shipped: Map<string, number>;
};

export function createNode(host: string, processId: string): JournalNode {
  return {
    name: nodeName(host, processId),
    streamOffset: null,
    lookedAtMs: 0,
    isNew: false,
    known: new Map(),
    shipped: new Map(),
  };
}

/**
 * Reads the end of the stream, initially and at intervals, because Redis may lose recent data. A trimmed stream still
 * has its last ID. A missing stream is rebuilt from the oldest segment.
 */
export async function findOffset(redis: Redis, node: JournalNode): Promise<void> {
  if (node.streamOffset !== null && performance.now() - node.lookedAtMs < lookMs) return;
  const { streamOffset } = node;
  await look(redis, node);
  node.lookedAtMs = performance.now();
  // Segments that are sent again are read again.
  if (streamOffset?.number !== node.streamOffset?.number || streamOffset?.offset !== node.streamOffset?.offset)
    node.known.clear();
}

async function look(redis: Redis, node: JournalNode): Promise<void> {
  try {
    const info = await redis.ask<readonly unknown[]>('XINFO', 'STREAM', journalKeys.streamOf(node.name));
    node.streamOffset = offsetOfStreamId(String(info[info.indexOf('last-generated-id') + 1]));
    node.isNew = false;
  } catch (error) {
    if (!(error instanceof ErrorReply && /no such key/i.test(error.message))) throw error;
    node.streamOffset = { number: 0, offset: 0 };
    node.isNew = true;
    node.shipped.clear();
  }
}

/** Returns the offset by segment up to which its events are in the sums, as reported by the roll-up. */
export async function rolledOffsets(redis: Redis, node: string): Promise<ReadonlyMap<string, number>> {
  const flat = await redis.ask<readonly string[]>('HGETALL', journalKeys.rolledOf(node));
  const offsets = new Map<string, number>();
  for (let index = 0; index < flat.length; index += 2) offsets.set(String(flat[index]), Number(flat[index + 1]));
  return offsets;
}
