import { memberActions } from './import/member-records.ts';
import { noteSizes } from './segment-rows.ts';
import type { SegmentBench } from './segment-work.ts';

/** For so long no delivery brings back who was erased: it may have been made before. */
const keptOutMs = 30 * 24 * 60 * 60 * 1000;
const maxErasuresAtOnce = 10_000;

/**
 * Takes users out of the inbox of attributes and of all layers, whose old files are removed at once; then forgets by which key
 * they were known. Source: docs/decisions/0112-erasure.md.
 */
export async function workOffErasures(bench: SegmentBench): Promise<void> {
  const { database, clockMs } = bench;
  await database
    .updateTable('erasure')
    .set({ erasedKey: '' })
    .where('erasure.finishedAt', '<', new Date(clockMs() - keptOutMs))
    .where('erasure.erasedKey', '!=', '')
    .execute();
  const open = await database
    .selectFrom('erasure')
    .select(['erasure.id', 'erasure.low', 'erasure.high'])
    .where('erasure.finishedAt', 'is', null)
    .orderBy('erasure.id')
    .limit(maxErasuresAtOnce)
    .execute();
  if (open.length === 0) return;
  for (const { low, high } of open) {
    await database
      .deleteFrom('attributeInbox')
      .where('attributeInbox.high', '=', high ?? -1)
      .where('attributeInbox.low', '=', low ?? -1)
      .execute();
  }
  const records = open.map(({ low, high }) => ({
    low: low ?? 0,
    high: high ?? 0,
    action: memberActions.forget,
    segment: 0,
    hour: 0,
    file: 0,
    line: 0,
  }));
  for (const layer of (await bench.publisher.current()).layers) {
    const outcome = await bench.importInto(layer, { from: 'records', records });
    if (!outcome.taken) throw new Error(outcome.detail);
    await bench.putInForce(layer.source, { ...layer, parts: outcome.parts }, { erases: true });
    await noteSizes(database, layer.segments, { sizes: outcome.sizes, sourceId: null, freshAt: null });
  }
  await database
    .updateTable('erasure')
    .set({ finishedAt: new Date(clockMs()), low: null, high: null })
    .where(
      'erasure.id',
      'in',
      open.map(({ id }) => id),
    )
    .execute();
}

/** Keys, of a kind of their own, of those whom no delivery may bring back. */
export async function readErasedKeys({ database }: SegmentBench): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('erasure')
    .select('erasure.erasedKey')
    .where('erasure.erasedKey', '!=', '')
    .execute();
  return rows.map(({ erasedKey }) => erasedKey);
}
