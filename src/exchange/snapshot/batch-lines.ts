import { type PackedCreative, packCreative, unpackCreative } from '../../core/snapshot/packed-creative.ts';
import type { CreativeRow } from '../../core/snapshot/snapshot-rows.ts';
import { createColumnReader, createColumnWriter } from './booking-columns.ts';
import { type RowBatch, rowKinds } from './row-batch.ts';

/** Separator of the texts of creatives. JSON contains it only in escaped form. */
const between = '\t';

/**
 * Creates a writer of lines with rows of one kind, without line end: `{"<kind>":...}` in a form that speeds up starts.
 * Creatives are texts that are only parsed when shown. Bookings are columns, in which common values are written once.
 * Other rows are a list. A line may refer to earlier lines.
 */
export function createLineWriter(): (batch: RowBatch) => string {
  const writeColumns = createColumnWriter();
  return ({ kind, rows }) => {
    if (kind === 'creatives') return lineOfCreatives(rows);
    return JSON.stringify({ [kind]: (kind === 'bookings' ? writeColumns(rows) : null) ?? rows });
  };
}

/**
 * Creates a reader of the lines of a file in order. Creatives remain packed. null: not a line of rows. Throws if the
 * line is not JSON or refers to missing data.
 */
export function createBatchReader(): (line: string) => RowBatch | null {
  const readColumns = createColumnReader();
  return (line) => batchOf(line, readColumns);
}

function batchOf(line: string, readColumns: ReturnType<typeof createColumnReader>): RowBatch | null {
  const [head = '', ...texts] = line.startsWith(creativesMark) ? line.split(between) : [line];
  const [kind, rows] = Object.entries((JSON.parse(head) ?? {}) as object)[0] ?? [];
  if (kind === 'creatives') {
    const creatives = readCreatives(rows, texts);
    return creatives === null ? null : { kind, rows: creatives };
  }
  if (kind === 'bookings' && !Array.isArray(rows)) {
    const bookings = readColumns(rows);
    return bookings === null ? null : { kind, rows: bookings };
  }
  const isRows = rowKinds.some((known) => known === kind) && Array.isArray(rows);
  return isRows ? ({ kind, rows } as unknown as RowBatch) : null;
}

const creativesMark = '{"creatives":';

function lineOfCreatives(rows: readonly (CreativeRow | PackedCreative)[]): string {
  const packed = rows.map(packCreative);
  const head = {
    creatives: [
      packed.map(({ id }) => id),
      packed.map(({ formatId }) => formatId),
      packed.map(({ brandId }) => brandId),
    ],
  };
  return [JSON.stringify(head), ...packed.map(({ text }) => text)].join(between);
}

/** Data of creatives next to their texts. */
type CreativeHead = readonly [PackedCreative['id'][], PackedCreative['formatId'][], PackedCreative['brandId'][]];

function readCreatives(head: unknown, texts: readonly string[]): readonly PackedCreative[] | null {
  const [ids, formatIds, brandIds] = head as Partial<CreativeHead>;
  if (ids?.length !== texts.length || formatIds?.length !== texts.length) return null;
  return texts.map((text, at) => {
    const [id, formatId] = [ids[at] as PackedCreative['id'], formatIds[at] as PackedCreative['formatId']];
    // Earlier files have no brands in their headers.
    const brandId = brandIds?.[at] ?? unpackCreative({ id, formatId, text }).brandId;
    return packCreative({ id, formatId, brandId, text });
  });
}
