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
 * Writes the journals of delivery processes: in equal parts ads with an impression, ads with an impression and a
 * viewable impression, and one percent clicks. 500 bookings with two creatives on 200 positions, within six hours.
 * @returns number of events
 */
export async function writeJournals(folder: string, options: { readonly processes: number; readonly events: number }) {
  let written = 0;
  for (let process = 0; process < options.processes; process += 1) {
    const processFolder = join(folder, `delivery-${process}`);
    await mkdir(processFolder, { recursive: true });
    const decisionIds = createDecisionIds(benchSequenceKey);
    const wanted = Math.round(options.events / options.processes);
    let parts: Buffer[] = [createSegmentHeader()];
    let [bytes, segment, own] = [0, 1, 0];
    const close = async () => {
      await writeFile(join(processFolder, segmentFileName(segment)), Buffer.concat(parts));
      [parts, bytes, segment] = [[createSegmentHeader()], 0, segment + 1];
    };
    for (let decision = 0; own < wanted; decision += 1) {
      const id = decisionIds.next().toString('hex');
      const atMs = startMs + Math.floor((own / wanted) * 6 * hourMs);
      for (const kind of kindsOf(decision)) {
        const record = encodeRecord(eventOf(id, kind, decision, atMs));
        parts.push(record);
        bytes += record.length;
        own += 1;
      }
      if (bytes >= segmentBytes) await close();
    }
    await close();
    written += own;
  }
  return written;
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
