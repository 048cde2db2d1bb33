import { stat } from 'node:fs/promises';
import { ErrorReply } from '@redis/client';
import type { Logger } from 'pino';
import { noteDamage } from '../../exchange/journal/damage-notes.ts';
import type { DamagedRange } from '../../exchange/journal/journal-damage.ts';
import { openSegmentReader, type SegmentReader } from '../../exchange/journal/journal-reader.ts';
import { type JournalSegment, listSegments } from '../../exchange/journal/journal-segments.ts';
import {
  damagedFromField,
  entryFields,
  type HostJournal,
  journalKeys,
  type StreamOffset,
  streamIdOf,
} from '../../exchange/journal/journal-stream.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import { catchUpSegments } from '../segments/journal-catch-up.ts';
import { createNode, findOffset, type JournalNode, rolledOffsets } from './journal-node.ts';

/** Bytes per entry: about 800 events. */
const entryBytes = 256 * 1024;
/** Bytes per process that may wait in Redis for the roll-up. More remain in the journal. */
const maxWaitingBytes = 32 * 1024 * 1024;

export type JournalShipper = {
  /** Appends all complete records of the journals of this host. false: some have to wait. */
  ship(): Promise<boolean>;
  /** Sets completely rolled-up segments aside. `evenFresh`: no process writes anymore. */
  settle(evenFresh?: boolean): Promise<void>;
  /** Epoch ms up to which all events are in the streams. */
  throughMs(): number;
  /** Reports whether segments are left. */
  waits(): Promise<boolean>;
  /** Announces that nothing follows. Call only after `ship` returned true. */
  announceEnd(): Promise<void>;
};

type Shipping = { readonly redis: Redis; readonly log: Logger; readonly journalFolder: string };

/**
 * Sends the journals of this host to their streams. A journal stays on the local disk until its sums are in the
 * database. Source: docs/decisions/0091-events-by-stream.md.
 */
export function createJournalShipper(options: Shipping & { readonly host: string }): JournalShipper {
  const { redis, host, journalFolder } = options;
  const nodes = new Map<string, JournalNode>();
  let lastThroughMs = 0;
  /** Set once nothing is written anymore. A later pass over the journal must not reset it. */
  let closed = false;

  function nodeOf(processId: string): JournalNode {
    const node = nodes.get(processId) ?? createNode(host, processId);
    nodes.set(processId, node);
    return node;
  }

  async function byProcess(): Promise<Map<string, JournalSegment[]>> {
    return Map.groupBy(await listSegments(journalFolder), (segment) => segment.processId);
  }

  function say(): Promise<number> {
    const own: HostJournal = { nodes: [...nodes.values()].map(({ name }) => name), throughMs: lastThroughMs, closed };
    return redis.ask('HSET', journalKeys.hosts, host, JSON.stringify(own));
  }

  return {
    async ship() {
      const startedAtMs = Date.now();
      let isComplete = true;
      for (const [processId, segments] of await byProcess()) {
        isComplete = (await shipNode(options, nodeOf(processId), segments)) && isComplete;
      }
      if (isComplete) lastThroughMs = startedAtMs;
      // Also while records are waiting, because the roll-up must know where to find the rest.
      await say();
      return isComplete;
    },
    async settle(evenFresh = false) {
      for (const [processId, segments] of await byProcess()) {
        await catchUpSegments({ ...options, node: nodeOf(processId), segments, evenFresh });
      }
    },
    throughMs: () => lastThroughMs,
    waits: async () => (await listSegments(journalFolder)).length > 0,
    async announceEnd() {
      closed = true;
      await say();
    },
  };
}

async function shipNode(shipping: Shipping, node: JournalNode, segments: readonly JournalSegment[]): Promise<boolean> {
  await findOffset(shipping.redis, node);
  for (const segment of segments) {
    const { streamOffset } = node;
    if (streamOffset === null) return false;
    if (segment.number < streamOffset.number) continue;
    const { size } = await stat(segment.path);
    if (node.known.get(segment.path)?.size === size && segment.number === streamOffset.number) continue;
    const reader = await openSegmentReader(segment.path);
    try {
      if (!(await shipSegment(shipping, node, { ...segment, size, reader }))) return false;
    } finally {
      await reader.close();
    }
  }
  return true;
}

type OpenSegment = JournalSegment & { readonly size: number; readonly reader: SegmentReader };

async function shipSegment(shipping: Shipping, node: JournalNode, segment: OpenSegment): Promise<boolean> {
  const { number, path, size, reader } = segment;
  const { segmentId } = reader;
  // Its header is still being written.
  if (segmentId === null) return true;
  for (;;) {
    const fromOffset = node.streamOffset?.number === number ? node.streamOffset.offset : 0;
    const read = await reader.readBytes({ fromOffset, maxBytes: entryBytes });
    const { bytes, nextOffset, damaged } = read;
    if (damaged !== null) await noteDamage({ ...shipping, segment, segmentId, range: damaged });
    if (bytes.length > 0) {
      if (await isFull(shipping.redis, node)) return false;
      const entry = {
        streamOffset: { number, offset: nextOffset },
        segmentId,
        from: nextOffset - bytes.length,
        damaged,
        bytes,
      };
      if (!(await append(shipping, node, entry))) return false;
    }
    if (read.end === 'more') continue;
    node.known.set(path, { segmentId, size, read });
    return true;
  }
}

type Entry = {
  readonly streamOffset: StreamOffset;
  readonly segmentId: string;
  readonly from: number;
  readonly damaged: DamagedRange | null;
  readonly bytes: Buffer;
};

/** false: the stream has changed and is checked again. */
async function append({ redis, log }: Shipping, node: JournalNode, entry: Entry): Promise<boolean> {
  const { streamOffset, segmentId, from, damaged, bytes } = entry;
  const [segmentField, fromField, recordsField] = entryFields;
  const fields = [segmentField, segmentId, fromField, String(from), recordsField, bytes];
  const afterDamage = damaged === null ? [] : [damagedFromField, String(damaged.from)];
  const unlessGone = node.isNew ? [] : ['NOMKSTREAM'];
  try {
    const key = journalKeys.streamOf(node.name);
    const id = await redis.ask<string | null>(
      'XADD',
      key,
      ...unlessGone,
      streamIdOf(streamOffset),
      ...fields,
      ...afterDamage,
    );
    node.isNew = false;
    if (id !== null) {
      node.streamOffset = streamOffset;
      node.shipped.set(segmentId, streamOffset.offset);
      return true;
    }
  } catch (error) {
    // Rejected because this entry or a later one already exists, sent by this process before a response was lost, or by
    // another.
    if (!(error instanceof ErrorReply)) throw error;
    log.debug({ err: error, node: node.name }, 'Journal entry rejected');
  }
  node.streamOffset = null;
  return false;
}

/** Reports whether too much data is waiting in Redis. Queries Redis only if that is possible. */
async function isFull(redis: Redis, node: JournalNode): Promise<boolean> {
  const shipped = [...node.shipped];
  if (shipped.reduce((sum, [, offset]) => sum + offset, 0) <= maxWaitingBytes) return false;
  const rolled = await rolledOffsets(redis, node.name);
  const waiting = shipped.reduce((sum, [id, offset]) => sum + Math.max(0, offset - (rolled.get(id) ?? 0)), 0);
  return waiting > maxWaitingBytes;
}
