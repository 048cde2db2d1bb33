import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../../core/time/durations.ts';
import { frameHeadBytes, parseDecisionFileName } from './decision-format.ts';
import { framesOf } from './read-frames.ts';

const parent = 'request-facts';

/**
 * Facts of one slot of a request with an ad, one line of JSON in a frame. Names are those of the open data columns.
 * Source: docs/decisions/0209-request-facts.md.
 */
export type RequestFactsLine = {
  /** Decision ID in the events of the slot, 32 hexadecimal digits. */
  readonly id: string;
  /** Index of the slot in the events. */
  readonly slot: number;
  /** Epoch ms. */
  readonly atMs: number;
  readonly positionId: number;
  readonly bookingId: number;
  readonly consent: string | undefined;
  /** Key of the viewer in the month of the decision (UTC), 16 hexadecimal digits. Only with consent to `reach`. */
  readonly viewerKey: string | undefined;
  /** Upper case. */
  readonly country: string | undefined;
  readonly region: string | undefined;
  readonly device: string | undefined;
  readonly os: string | undefined;
  readonly browser: string | undefined;
  /** Without its region. */
  readonly language: string | undefined;
  /** Without query and fragment. */
  readonly page: string | undefined;
  readonly keywords: readonly string[];
  readonly categories: readonly string[];
  readonly products: readonly string[];
  /** Empty without consent. */
  readonly segments: readonly string[];
  readonly parameters: Readonly<Record<string, readonly string[]>>;
};

/** Returns the folder of request facts of a delivery process. */
export function requestFactsFolderOf(dataFolder: string, processId: string): string {
  return join(dataFolder, parent, processId);
}

export type RequestFactsFile = { readonly processId: string; readonly name: string };

/** Returns the files of all processes of this host, oldest first per process. */
export async function listRequestFacts(dataFolder: string): Promise<readonly RequestFactsFile[]> {
  const found: RequestFactsFile[] = [];
  for (const processId of (await readdir(join(dataFolder, parent)).catch(emptyWhenMissing)).sort()) {
    const names = await readdir(join(dataFolder, parent, processId)).catch(emptyWhenMissing);
    for (const name of names.sort()) if (parseDecisionFileName(name) !== null) found.push({ processId, name });
  }
  return found;
}

/**
 * Passes complete frames of lines to a function, from a byte offset up to another one or the end of the file.
 * @returns the offset after the last frame; null: the file no longer exists
 */
export async function readRequestFacts(
  dataFolder: string,
  { processId, name }: RequestFactsFile,
  range: { readonly from: number; readonly to: number },
  take: (lines: Buffer) => Promise<void>,
): Promise<number | null> {
  const handle = await open(join(dataFolder, parent, processId, name), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    let at = range.from;
    if (at >= range.to) return at;
    for await (const frame of framesOf(handle, at)) {
      await take(frame);
      at += frameHeadBytes + frame.length;
      if (at >= range.to) break;
    }
    return at;
  } finally {
    await handle.close();
  }
}

/**
 * Removes files that were exported, an hour after the end of their hour, because they contain keys of viewers that an
 * erasure removes from open data only.
 * @param exported by process, the current file of the export and the offset up to which it is exported
 */
export async function removeRequestFacts(
  dataFolder: string,
  exported: Readonly<Record<string, { readonly name: string; readonly to: number }>>,
  nowMs: number,
): Promise<void> {
  for (const { processId, name } of await listRequestFacts(dataFolder)) {
    const current = exported[processId];
    const startMs = parseDecisionFileName(name)?.startMs ?? nowMs;
    if (current === undefined || current.name < name || Math.floor(startMs / hourMs) + 2 > nowMs / hourMs) continue;
    const path = join(dataFolder, parent, processId, name);
    // The writer removes the oldest files of a full folder.
    const { size } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY }));
    if (current.name > name || size <= current.to) await rm(path, { force: true });
  }
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
