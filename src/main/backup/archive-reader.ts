import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { paxPath, readTarHeader, tarBlockBytes, tarPadding } from './tar.ts';

export type ReadFile = {
  readonly name: string;
  readonly bytes: number;
  /** In pieces; what is not read is passed over. */
  content(): AsyncGenerator<Buffer>;
};

/** The files of an archive that `writeArchive` wrote, one after the other; throws when it is damaged or cut off. */
export async function* readArchive(path: string): AsyncGenerator<ReadFile> {
  const source = createReadStream(path);
  const plain = source.pipe(createGunzip());
  source.once('error', (error) => plain.destroy(error));
  const take = takeFrom(plain);
  try {
    let longName: string | null = null;
    for (;;) {
      const header = readTarHeader(await take.whole(tarBlockBytes));
      if (header.kind === 'end') break;
      if (header.kind === 'pax') {
        longName = paxPath(await take.whole(header.bytes));
        await take.whole(tarPadding(header.bytes).length);
        continue;
      }
      let left = header.bytes;
      const pieces = async function* () {
        while (left > 0) {
          const piece = await take.upTo(left);
          left -= piece.length;
          yield piece;
        }
      };
      yield { name: longName ?? header.name, bytes: header.bytes, content: pieces };
      longName = null;
      while (left > 0) left -= (await take.upTo(left)).length;
      await take.whole(tarPadding(header.bytes).length);
    }
  } finally {
    plain.destroy();
    source.destroy();
  }
}

function takeFrom(stream: Readable) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function upTo(bytes: number): Promise<Buffer> {
    if (rest.length === 0) {
      const next = (await chunks.next().catch(unreadable)) as IteratorResult<Buffer>;
      if (next.done === true) throw new ExplainedError('The backup is cut off.');
      rest = next.value;
    }
    const piece = rest.subarray(0, bytes);
    rest = rest.subarray(piece.length);
    return piece;
  }

  return {
    upTo,
    async whole(bytes: number): Promise<Buffer> {
      const pieces: Buffer[] = [];
      for (let left = bytes; left > 0; ) {
        const piece = await upTo(left);
        pieces.push(piece);
        left -= piece.length;
      }
      return Buffer.concat(pieces);
    },
  };
}

function unreadable(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new ExplainedError(`The backup is cut off, damaged or cannot be read (${why}).`, { cause });
}
