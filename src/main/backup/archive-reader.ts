import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, extract } from 'tar-stream';
import { ExplainedError } from '../../platform/log/explained-error.ts';

export type ReadFile = {
  readonly name: string;
  readonly bytes: number;
  /** Returns the content in pieces. It must be read completely or not at all. */
  content(): AsyncGenerator<Buffer>;
};

/** Reads the files of an archive of `writeArchive` in their order. Throws if it is damaged or incomplete. */
export async function* readArchive(path: string): AsyncGenerator<ReadFile> {
  const archive = extract();
  // A failure of any stream ends the iteration below with its error.
  pipeline(createReadStream(path), createGunzip(), archive, () => undefined);
  const entries = archive[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await entries.next().catch(unreadable);
      if (next.done === true) return;
      const entry = next.value;
      yield { name: entry.header.name, bytes: entry.header.size ?? 0, content: () => piecesOf(entry) };
      entry.resume();
    }
  } finally {
    archive.destroy();
  }
}

async function* piecesOf(entry: Entry): AsyncGenerator<Buffer> {
  const pieces = entry[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const next = await pieces.next().catch(unreadable);
    if (next.done === true) return;
    yield next.value;
  }
}

function unreadable(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new ExplainedError(`The backup is truncated, damaged or unreadable (${why}).`, { cause });
}
