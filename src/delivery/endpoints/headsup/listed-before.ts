import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { replaceFile } from '../../../platform/durable/write-durably.ts';

/** What was not listed for so long is forgotten: players that were away for longer clear their disk by the list itself. */
const rememberedDays = 30;

/** Paths of materials with the number of the day on which a list had them last. */
type LastListed = Record<string, number>;

export type ListedBefore = {
  /** Paths that lists of the position had within the last thirty days, after the given ones have been noted for the day. */
  note(positionId: PositionId, paths: readonly string[], day: number): Promise<readonly string[]>;
};

/**
 * What lists have held, so that a later one can name what is gone from it. A folder for each position, in it a file for each
 * delivery process, which that process alone writes and all of them read. Whatever cannot be read or written makes
 * `removed` shorter and nothing else.
 */
export function createListedBefore(options: {
  readonly folder: string;
  readonly processId: string;
  readonly log: Logger;
}): ListedBefore {
  const ownFile = `${options.processId}.json`;
  /** The last call of each position that has one under way: the next reads what that one has written. */
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
      options.log.error({ err: error, positionId }, 'What a head-up list held before cannot be kept');
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

/** A file that the power cut short says nothing. */
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
