import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../../../src/core/time/durations.ts';
import type { DeliveryEvent } from '../../../src/exchange/journal/delivery-event.ts';
import { createSegmentHeader, encodeRecord } from '../../../src/exchange/journal/journal-format.ts';
import { segmentFileName } from '../../../src/exchange/journal/journal-segments.ts';
import { createDecisionIds } from '../../../src/platform/keys/decision-ids.ts';

export const benchSequenceKey = Buffer.alloc(32, 5);
const startMs = Date.parse('2026-11-21T00:00:00Z');
/** Same size as segments of a delivery process. */
const segmentBytes = 16 * 1024 * 1024;

/**
 * Writes the journals of delivery processes: half of the ads have a viewable impression, one percent a click. 500
 * bookings with two creatives on 200 positions, within six hours. Any process receives the events of any ad, as behind
 * a load balancer.
 * @returns number of events
 */
export async function writeJournals(folder: string, options: { readonly processes: number; readonly events: number }) {
  const writers = await Promise.all(
    Array.from({ length: options.processes }, (_, process) => openSegments(join(folder, `delivery-${process}`))),
  );
  const decisionIds = writers.map(() => createDecisionIds(benchSequenceKey));
  let events = 0;
  for (let decision = 0; events < options.events; decision += 1) {
    const id = decisionIds[decision % decisionIds.length]?.next().toString('hex') ?? '';
    const atMs = startMs + Math.floor((events / options.events) * 6 * hourMs);
    for (const kind of kindsOf(decision)) {
      // A multiplicative hash, so that the events of a process are in all journals.
      const journal = (Math.imul(events, 0x9e_37_79_b1) >>> 16) % writers.length;
      await writers[journal]?.append(encodeRecord(eventOf(id, kind, decision, atMs)));
      events += 1;
    }
  }
  for (const writer of writers) await writer.close();
  return events;
}

/** Writes records to consecutive segments, without the durability of a real journal. */
async function openSegments(folder: string) {
  await mkdir(folder, { recursive: true });
  let [parts, bytes, segment] = [[createSegmentHeader()], 0, 1];
  const close = async () => {
    await writeFile(join(folder, segmentFileName(segment)), Buffer.concat(parts));
    [parts, bytes, segment] = [[createSegmentHeader()], 0, segment + 1];
  };
  return {
    async append(record: Buffer): Promise<void> {
      parts.push(record);
      bytes += record.length;
      if (bytes >= segmentBytes) await close();
    },
    close,
  };
}

function kindsOf(decision: number): readonly ('impression' | 'viewable' | 'click')[] {
  if (decision % 100 === 7) return ['impression', 'viewable', 'click'];
  return decision % 2 === 0 ? ['impression', 'viewable'] : ['impression'];
}

function eventOf(id: string, kind: 'impression' | 'viewable' | 'click', decision: number, atMs: number): DeliveryEvent {
  const booking = 1 + ((decision * 7) % 500);
  const creative = booking * 2 + (decision % 2);
  return {
    eventId: `${id}.0.${kind}`,
    kind,
    filtered: null,
    atMs,
    decidedAtMs: atMs - 2_000,
    adId: creative,
    bookingId: booking,
    creativeId: creative,
    positionId: 1 + ((decision * 13) % 200),
  };
}
