import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveFolderName, type JournalSegment } from './journal-segments.ts';

/** Time without writes before a segment is archived, because its writer may still be shutting down. */
const restMs = 60_000;

/** Reports whether nothing more will be appended: a newer segment exists and this one has been idle for a while. */
export async function isAtRest(segment: JournalSegment): Promise<boolean> {
  if (!segment.closed) return false;
  const { mtimeMs } = await stat(segment.path);
  return Date.now() - mtimeMs > restMs;
}

/** Moves a completely rolled-up segment to the archive folder. Its name contains the process. */
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
