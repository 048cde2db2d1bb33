import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { isAtRest } from '../../exchange/journal/archive-segments.ts';
import { segmentHeaderBytes } from '../../exchange/journal/journal-format.ts';
import { openSegmentReader } from '../../exchange/journal/journal-reader.ts';
import type { JournalSegment } from '../../exchange/journal/journal-segments.ts';
import { journalKeys } from '../../exchange/journal/journal-stream.ts';
import { putSegmentAside } from '../../exchange/journal/put-segment-aside.ts';
import type { Redis } from '../../platform/redis/open-redis.ts';
import { type JournalNode, type ReadSegment, rolledOffsets } from '../journal/journal-node.ts';

const pieceBytes = 1024 * 1024;

/** Sets completely rolled-up segments of a process aside, and requests lost ones to be sent again. */
export async function catchUpSegments(options: {
  readonly redis: Redis;
  readonly node: JournalNode;
  readonly segments: readonly JournalSegment[];
  readonly journalFolder: string;
  /** No process writes anymore, so recently written segments are included. */
  readonly evenFresh: boolean;
  readonly log: Logger;
}): Promise<void> {
  const { redis, node, segments, journalFolder, log } = options;
  const stream = journalKeys.streamOf(node.name);
  // The order matters: an entry that was appended by now and is no longer in the stream was rolled up, or lost in
  // transit.
  const [shipped, streamOffset] = [[...node.shipped], node.streamOffset];
  const isEmpty = (await redis.ask<number>('XLEN', stream)) === 0;
  const rolled = await rolledOffsets(redis, node.name);
  const isRolledUp = (segmentId: string, offset: number) => (rolled.get(segmentId) ?? emptyOffset) >= offset;
  let isLost = isEmpty && shipped.some(([segmentId, offset]) => !isRolledUp(segmentId, offset));
  for (const segment of segments) {
    if (!(options.evenFresh || (await isAtRest(segment)))) continue;
    const { segmentId, read } = node.known.get(segment.path) ?? (await readThrough(segment));
    const holdsNothing = segmentId === null || read.nextOffset <= emptyOffset;
    if (!holdsNothing && !isRolledUp(segmentId, read.nextOffset)) {
      isLost ||= isEmpty && streamOffset !== null && segment.number < streamOffset.number;
      continue;
    }
    await putSegmentAside({ journalFolder, segment, segmentId, read, log });
    node.known.delete(segment.path);
    if (segmentId === null) continue;
    node.shipped.delete(segmentId);
    await redis.ask('HDEL', journalKeys.rolledOf(node.name), segmentId);
  }
  if (!isLost) return;
  log.warn({ node: node.name }, 'Events did not reach the roll-up; the journal is sent again');
  await redis.ask('DEL', stream);
  node.streamOffset = null;
}

/** End of a segment with a header and no events, which the roll-up never receives. */
const emptyOffset = segmentHeaderBytes;

async function readThrough(segment: JournalSegment): Promise<ReadSegment> {
  const { size } = await stat(segment.path);
  const reader = await openSegmentReader(segment.path);
  try {
    for (let fromOffset = 0; ; ) {
      const read = await reader.readBytes({ fromOffset, maxBytes: pieceBytes });
      fromOffset = read.nextOffset;
      if (read.end !== 'more') return { segmentId: reader.segmentId, size, read };
    }
  } finally {
    await reader.close();
  }
}
