import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { replaceFile } from '../../../platform/durable/write-durably.ts';

/**
 * Days after which an unlisted material is removed from the record. Players that were offline for longer clear their
 * disk from the list itself.
 */
const rememberedDays = 30;

/** Paths of materials with the number of the last day on which a list contained them. */
type LastListed = Record<string, number>;

export type ListedBefore = {
  /**
   * Records the paths for the day and returns all paths that lists of the position contained within the last thirty
   * days.
   */
  note(positionId: PositionId, paths: readonly string[], day: number): Promise<readonly string[]>;
};

/**
 * Records the contents of lists, so that a later list can name removed materials. Each position has a folder with a
 * file for each delivery process, which only that process writes and all processes read. Read and write errors only
 * make `removed` shorter.
 */
export function createListedBefore(options: {
  readonly folder: string;
  readonly processId: string;
  readonly log: Logger;
}): ListedBefore {
  const ownFile = `${options.processId}.json`;
  /** Latest pending call of each position. The next call reads what it has written. */
  const lastCalls = new Map<PositionId, Promise<readonly string[]>>();

  async function noteNow(positionId: PositionId, paths: readonly string[], day: number): Promise<readonly string[]> {
    const folder = join(options.folder, String(positionId));
    try {
      const all = await readAll(folder);
      const own = recent(all.get(ownFile) ?? {}, day);
      if (paths.some((path) => own[path] !== day)) {
        await mkdir(folder, { recursive: true });
        await replaceFile(join(folder, ownFile), JSON.stringify({ ...own, ...asListed(paths, day) }));
      }
      return [...all.values()].flatMap((listed) => Object.keys(recent(listed, day)));
    } catch (error) {
      options.log.error({ err: error, positionId }, 'The contents of a head-up list cannot be recorded');
      return [];
    }
  }

  return {
    async note(positionId, paths, day) {
      const before = lastCalls.get(positionId) ?? Promise.resolve();
      const call = before.then(() => noteNow(positionId, paths, day));
      lastCalls.set(positionId, call);
      const held = await call;
      if (lastCalls.get(positionId) === call) lastCalls.delete(positionId);
      return held;
    },
  };
}

async function readAll(folder: string): Promise<ReadonlyMap<string, LastListed>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = new Map<string, LastListed>();
  for (const name of names.filter((one) => /^[\w-]+\.json$/.test(one))) {
    files.set(name, readListed(await readFile(join(folder, name), 'utf8')));
  }
  return files;
}

/** Treats a file that was truncated by a power failure as empty. */
function readListed(text: string): LastListed {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null ? (content as LastListed) : {};
  } catch {
    return {};
  }
}

function recent(listed: LastListed, today: number): LastListed {
  return Object.fromEntries(Object.entries(listed).filter(([, day]) => day > today - rememberedDays));
}

function asListed(paths: readonly string[], day: number): LastListed {
  return Object.fromEntries(paths.map((path) => [path, day]));
}
