import { closeSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTtlMs } from '../../../core/vocabulary/limits/delivery-limits.ts';

export type ContentFolder = {
  readonly folder: string;
  /** Largest size of all files of all processes in bytes. The oldest files are removed first. */
  readonly limitBytes: number;
  readonly processes: number;
  /** `delivery-0`, ... */
  readonly processId: string;
  readonly now: () => number;
};

/** A file is closed when it exceeds this size or this part of its process's share, and after this time. */
const maxSegmentBytes = 8 * 1024 * 1024;
const partsOfShare = 8;
const maxSegmentAgeMs = 15 * 60 * 1000;
const sweepMs = 10 * 60 * 1000;
/** Milliseconds after a failure during which no file is opened. */
const pauseMs = 1_000;
/** A UUID has one byte for the process and three bytes for the file. */
const maxProcess = 255;
const maxSegment = 2 ** 24 - 1;

/** A file to which its process appends. */
export type ContentSegment = {
  readonly number: number;
  readonly file: number;
  /** If false, the file descriptor may already belong to another file. */
  isOpen: boolean;
  readonly openedAtMs: number;
  /** Offset of each pattern in the file. */
  readonly patterns: Map<string, number>;
  /** Size including pending writes. */
  bytes: number;
};

export type ContentSegments = {
  readonly process: number;
  /**
   * Returns the file for the next record, and the file that it replaces. Throws if none can be opened, and for one
   * second after a failure.
   */
  current(): { readonly segment: ContentSegment; readonly ended: ContentSegment | null };
  /** Ends a file. No more data is written to it. */
  end(segment: ContentSegment): void;
  /** Closes a file with unknown content. It is removed if it failed before its first write. */
  giveUp(segment: ContentSegment, isUnused: boolean): void;
  close(): Promise<void>;
};

/** Manages the numbered files of one process, and removes the oldest to free space. */
export function createContentSegments(options: ContentFolder): ContentSegments {
  const { folder, processes, processId, now } = options;
  const process = Number(/\d+$/.exec(processId)?.[0] ?? 0);
  if (process > maxProcess) throw new Error(`More than ${maxProcess + 1} delivery processes`);
  const own = join(folder, String(process));
  mkdirSync(own, { recursive: true });
  const shareBytes = options.limitBytes / processes;
  const segmentBytes = Math.min(maxSegmentBytes, shareBytes / partsOfShare);
  let segment: ContentSegment | null = null;
  let lastNumber = Math.max(0, ...readdirSync(own).map(numberOf));
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let sweeping = Promise.resolve();
  let isSweepWaiting = false;
  // A failed sweep is retried with the next file. At most one sweep waits while another is running.
  const sweep = () => {
    if (isSweepWaiting) return;
    isSweepWaiting = true;
    sweeping = sweeping.then(() => {
      isSweepWaiting = false;
      return freeSpace(folder, own, { shareBytes: shareBytes - segmentBytes, nowMs: now() }).catch(() => undefined);
    });
  };
  const timer = setInterval(sweep, sweepMs);
  timer.unref();

  function openNext(): ContentSegment {
    // Absolute difference, because the clock may be set back.
    if (Math.abs(now() - failedAtMs) < pauseMs) throw new Error('The content log failed less than a second ago');
    lastNumber = lastNumber >= maxSegment ? 1 : lastNumber + 1;
    try {
      mkdirSync(own, { recursive: true });
      const file = openSync(pathOf(lastNumber), 'wx');
      sweep();
      return { number: lastNumber, file, isOpen: true, openedAtMs: now(), patterns: new Map(), bytes: 0 };
    } catch (error) {
      failedAtMs = now();
      throw error;
    }
  }

  function pathOf(number: number): string {
    return join(own, `${number}.log`);
  }

  return {
    process,
    current() {
      const before = segment;
      const isFull = before !== null && (before.bytes >= segmentBytes || now() - before.openedAtMs >= maxSegmentAgeMs);
      if (before !== null && !isFull) return { segment: before, ended: null };
      segment = openNext();
      return { segment, ended: before };
    },
    end,
    giveUp(failed, isUnused) {
      failedAtMs = now();
      if (segment === failed) segment = null;
      try {
        end(failed);
        if (isUnused) rmSync(pathOf(failed.number), { force: true });
      } catch {
        // On a failing disk this may fail too. The file is removed when it is the oldest.
      }
    },
    async close() {
      clearInterval(timer);
      if (segment !== null) end(segment);
      segment = null;
      await sweeping;
    },
  };
}

function end(segment: ContentSegment): void {
  if (!segment.isOpen) return;
  segment.isOpen = false;
  closeSync(segment.file);
}

/** Removes expired files of all processes, and the oldest files of this process until it is within its share. */
async function freeSpace(
  folder: string,
  own: string,
  { shareBytes, nowMs }: { readonly shareBytes: number; readonly nowMs: number },
): Promise<void> {
  for (const process of await readdir(folder)) {
    const files = await listFiles(join(folder, process));
    let bytes = 0;
    // Newest first: files beyond the share are the oldest.
    for (const { path, size, changedAtMs } of files.toSorted((a, b) => b.changedAtMs - a.changedAtMs)) {
      bytes += size;
      const isBeyond = join(folder, process) === own && bytes > shareBytes;
      if (isBeyond || changedAtMs + contentTtlMs <= nowMs) await rm(path, { force: true });
    }
  }
}

async function listFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => numberOf(name) > 0);
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, size, changedAtMs: mtimeMs };
    }),
  );
}

/** Returns 0 if it is not a content log file. */
function numberOf(name: string): number {
  return Number(/^(\d{1,8})\.log$/.exec(name)?.[1] ?? 0);
}
