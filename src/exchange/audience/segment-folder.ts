/*
 * Files of audience segments.
 *
 * - `segment-folder.ts`: the files in use. `segment-part.ts`: the members of one part. `segment-pointer.ts`:
 *   `current.json`.
 * - `member-key.ts`, `member-kind.ts`: the key of a member, without its identifier.
 * - `stored-names.ts`: names in the shared store.
 *
 * Written by `worker/audiences`, read by `delivery/decide/audience`. See docs/internals/audiences.md.
 */

import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { replaceFile, syncFiles } from '../../platform/durable/write-durably.ts';
import { openPart, type SegmentPart } from './segment-part.ts';
import {
  type LayerPart,
  parseSegmentState,
  partName,
  partsOfState,
  type SegmentState,
  segmentStateText,
} from './segment-pointer.ts';

const pointerName = 'current.json';
/** Bytes read and hashed at a time: well below a millisecond between two requests. */
const sliceBytes = 512 * 1024;
/** Time for a reader that has read the pointer to open the files that it names. */
const removeAfterMs = 30_000;

/** The segment files on this host, and the state in force. */
export type SegmentFolder = {
  readonly path: string;
  /** Returns the state; cached until it is replaced. null: none, or damaged. */
  current(): Promise<SegmentState | null>;
  /** All files that the state names must exist. */
  makeCurrent(state: SegmentState): Promise<void>;
  /** Reads in slices. Rejects if the content does not match the state. */
  readPart(part: LayerPart): Promise<SegmentPart>;
  names(): Promise<ReadonlySet<string>>;
  write(name: string, content: Uint8Array): Promise<void>;
  /** Makes written files durable. */
  settle(names: readonly string[]): Promise<void>;
  /**
   * Removes files that the state in force does not name. @param atOnce false: recently written files are retained for
   * readers
   */
  tidy(keep: SegmentState, options: { readonly atOnce: boolean }): Promise<void>;
};

export function openSegmentFolder(path: string): SegmentFolder {
  let known: { readonly mark: string; readonly state: SegmentState | null } = { mark: '', state: null };
  const list = async (): Promise<ReadonlySet<string>> => {
    const names = (await readdir(path).catch(nullIfAbsent)) ?? [];
    return new Set(names.filter((name) => partName.test(name)));
  };
  return {
    path,
    names: list,
    async current() {
      const pointer = join(path, pointerName);
      const { ino, mtimeNs, size } = (await stat(pointer, { bigint: true }).catch(nullIfAbsent)) ?? {};
      if (size === undefined) return null;
      const mark = `${ino} ${mtimeNs} ${size}`;
      if (mark !== known.mark) known = { mark, state: parseSegmentState(await readFile(pointer, 'utf8')) };
      return known.state;
    },
    async makeCurrent(state) {
      await mkdir(path, { recursive: true });
      await replaceFile(join(path, pointerName), segmentStateText(state));
      await syncFiles(path, [pointerName]);
    },
    readPart: (part) => readPart(join(path, part.name), part),
    async write(name, content) {
      await mkdir(path, { recursive: true });
      await replaceFile(join(path, name), content);
    },
    settle: (names) => (names.length === 0 ? Promise.resolve() : syncFiles(path, names)),
    async tidy(keep, { atOnce }) {
      const kept = new Set(partsOfState(keep).map(({ name }) => name));
      for (const name of await list()) {
        if (kept.has(name)) continue;
        const file = join(path, name);
        const { mtimeMs } = (await stat(file).catch(nullIfAbsent)) ?? {};
        if (mtimeMs === undefined || (!atOnce && Date.now() - mtimeMs < removeAfterMs)) continue;
        await rm(file, { force: true });
      }
    },
  };
}

async function readPart(path: string, { name, bytes, sha256 }: LayerPart): Promise<SegmentPart> {
  const buffer = new ArrayBuffer(bytes);
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < bytes; ) {
      const slice = new Uint8Array(buffer, at, Math.min(sliceBytes, bytes - at));
      const { bytesRead } = await file.read(slice, 0, slice.length, at);
      if (bytesRead === 0) throw new Error(`${name} is shorter than ${bytes} bytes`);
      hash.update(slice.subarray(0, bytesRead));
      at += bytesRead;
      await nextTurn();
    }
  } finally {
    await file.close();
  }
  const part = hash.digest('hex') === sha256 ? openPart(buffer) : null;
  if (part === null) throw new Error(`${name} is damaged`);
  return part;
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
