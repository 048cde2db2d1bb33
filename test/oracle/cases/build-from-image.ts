import { ImageBuilder, type ImageParts } from '../../../src/core/snapshot/image/image-builder.ts';
import { type ImageColumn, type ImageColumns, imageColumns } from '../../../src/core/snapshot/image/image-columns.ts';
import { openImage } from '../../../src/core/snapshot/image/open-image.ts';
import type { OpenSnapshot } from '../../../src/core/snapshot/open-snapshot.ts';
import type { SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';

/** Builds a snapshot as `buildSnapshot`, but through an image, in memory. */
export function buildFromImage({ revision, builtAtMs, creatives, bookings, ...inventory }: SnapshotRows): OpenSnapshot {
  const texts: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const builder = new ImageBuilder(
    (text) => encoder.encode(text),
    (bytes) => texts.push(bytes),
  );
  builder.add(inventory);
  builder.add({ creatives: creatives.toSorted((one, other) => one.id - other.id) });
  builder.add({ bookings: bookings.toSorted((one, other) => one.id - other.id) });
  const built = builder.finish();
  const steps = openImage({
    revision,
    builtAtMs,
    columns: columnsOf(built, texts),
    inventory: [inventory],
    dictionary: [built.dictionary],
    problems: [built.problems],
    decode: (bytes, from, to) => Buffer.from(bytes.subarray(from, to)).toString('utf8'),
  });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

const creators = { f64: Float64Array, u32: Uint32Array, u8: Uint8Array } as const;

function columnsOf(built: ImageParts, texts: readonly Uint8Array[]): ImageColumns {
  const columns = (Object.keys(imageColumns) as ImageColumn[]).map((name) => {
    const pieces = name === 'creativeTexts' ? texts : [...built.piecesOf(name)];
    return [name, creators[imageColumns[name]].from(pieces.flatMap((piece) => [...piece]))];
  });
  return Object.fromEntries(columns) as ImageColumns;
}
