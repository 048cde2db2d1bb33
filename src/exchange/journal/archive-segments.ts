import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveFolderName, type JournalSegment } from './journal-segments.ts';

/** A segment that was written to more recently stays: its writer may be a process that is only just dying. */
const restMs = 60_000;

/** True when nothing will be appended any more: a newer segment exists and it has been at rest for a while. */
export async function isAtRest(segment: JournalSegment): Promise<boolean> {
  if (!segment.closed) return false;
  const { mtimeMs } = await stat(segment.path);
  return Date.now() - mtimeMs > restMs;
}

/** Moves a segment that is wholly rolled up out of the way; its name says of which process it was. */
export async function archiveSegment(journalFolder: string, segment: JournalSegment, segmentId: string): Promise<void> {
  await moveTo(join(journalFolder, archiveFolderName, archiveName(segment, segmentId)), segment);
}

function archiveName(segment: JournalSegment, segmentId: string): string {
  const number = String(segment.number).padStart(8, '0');
  return join(segment.processId, `${number}-${segmentId}.journal`);
}

async function moveTo(target: string, segment: JournalSegment): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await rename(segment.path, target);
}
