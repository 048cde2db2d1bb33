import { createHash } from 'node:crypto';
import { ImageBuilder, ImageOrderError } from '../../../core/snapshot/image/image-builder.ts';
import { type ImageColumn, imageColumns, imageLayout } from '../../../core/snapshot/image/image-columns.ts';
import type { DictionaryEntries } from '../../../core/targeting/targeting-dictionary.ts';
import { createDraft, type DraftFile } from '../../../platform/durable/write-durably.ts';
import type { RowBatch } from '../row-batch.ts';
import {
  type ImageDirectory,
  type ImageSection,
  imageMagic,
  imageNameOf,
  machineByteOrder,
  sectionAlignment,
  trailerBytes,
} from './image-layout.ts';

const writeBytes = 256 * 1024;
const itemsPerLine = 1_000;
/** Columns that the writer fills while it adds rows, or that follow from the others. */
const streamed = 'creativeTexts';

/** Writes the image of a base while its rows are written. */
export type ImageWriter = {
  add(batch: RowBatch): Promise<void>;
  /** Completes the file. Does nothing if the rows cannot be an image. */
  finish(base: { readonly name: string; readonly revision: number; readonly builtAtMs: number }): Promise<void>;
  discard(): Promise<void>;
};

export async function createImageWriter(folder: string): Promise<ImageWriter> {
  const file = await createSectionFile(await createDraft(folder));
  const encoder = new TextEncoder();
  let pending: Uint8Array[] = [];
  const builder = new ImageBuilder(
    (text) => encoder.encode(text),
    (bytes) => pending.push(bytes),
  );
  const inventory: string[] = [];
  let isUsable = true;
  const textsAt = file.begin();

  async function discard(): Promise<void> {
    isUsable = false;
    await file.draft.discard();
  }

  return {
    async add({ kind, rows }) {
      if (!isUsable) return;
      try {
        builder.add({ [kind]: rows });
      } catch (error) {
        if (!(error instanceof ImageOrderError)) throw error;
        await discard();
        return;
      }
      if (kind !== 'bookings' && kind !== 'creatives') inventory.push(JSON.stringify({ [kind]: rows }));
      const texts = pending;
      pending = [];
      for (const bytes of texts) await file.write(bytes);
    },
    async finish({ name, revision, builtAtMs }) {
      if (!isUsable) return;
      const built = builder.finish();
      const columns: Partial<Record<ImageColumn, ImageSection>> = { [streamed]: file.end(textsAt) };
      for (const column of Object.keys(imageColumns) as ImageColumn[]) {
        if (column === streamed) continue;
        columns[column] = await file.section(built.piecesOf(column));
      }
      const directory: ImageDirectory = {
        layout: imageLayout,
        byteOrder: machineByteOrder,
        base: name,
        revision,
        builtAtMs,
        columns: columns as Required<typeof columns>,
        inventory: await file.lines(inventory),
        dictionary: await file.lines(linesOfDictionary(built.dictionary)),
        problems: await file.lines(linesOf(built.problems)),
      };
      await file.complete(directory);
      await file.draft.commit(imageNameOf(name));
    },
    discard,
  };
}

function* linesOf(items: readonly unknown[]): Generator<string> {
  for (let from = 0; from < items.length; from += itemsPerLine) {
    yield JSON.stringify(items.slice(from, from + itemsPerLine));
  }
}

function* linesOfDictionary(entries: DictionaryEntries): Generator<string> {
  for (const [name, items] of Object.entries(entries)) {
    for (const line of linesOf(items)) yield `{${JSON.stringify(name)}:${line}}`;
  }
}

/** Writes sections and counts and hashes their bytes. */
async function createSectionFile(draft: DraftFile) {
  const hash = createHash('sha256');
  let bytes = 0;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;

  async function flush(): Promise<void> {
    if (gatheredBytes === 0) return;
    const piece = Buffer.concat(gathered, gatheredBytes);
    gathered = [];
    gatheredBytes = 0;
    hash.update(piece);
    await draft.append(piece);
  }
  async function write(piece: Uint8Array): Promise<void> {
    gathered.push(piece);
    gatheredBytes += piece.length;
    bytes += piece.length;
    if (gatheredBytes >= writeBytes) await flush();
  }
  async function align(): Promise<void> {
    const rest = bytes % sectionAlignment;
    if (rest !== 0) await write(new Uint8Array(sectionAlignment - rest));
  }
  async function section(pieces: Iterable<ArrayBufferView>): Promise<ImageSection> {
    await align();
    const at = bytes;
    for (const { buffer, byteOffset, byteLength } of pieces)
      await write(new Uint8Array(buffer, byteOffset, byteLength));
    return { at, bytes: bytes - at };
  }

  await write(Buffer.from(imageMagic.padEnd(sectionAlignment, '\0')));
  return {
    draft,
    write,
    section,
    begin: () => bytes,
    end: (at: number): ImageSection => ({ at, bytes: bytes - at }),
    lines: (lines: Iterable<string>) => section([Buffer.from([...lines].map((line) => `${line}\n`).join(''))]),
    async complete(directory: ImageDirectory): Promise<void> {
      const { at, bytes: length } = await section([Buffer.from(JSON.stringify(directory))]);
      await align();
      const trailer = Buffer.alloc(trailerBytes);
      trailer.writeDoubleLE(at, 0);
      trailer.writeDoubleLE(length, 8);
      await write(trailer.subarray(0, 16));
      await flush();
      await draft.append(hash.digest());
    },
  };
}
