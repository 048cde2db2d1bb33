import { dayMs } from '../../core/time/durations.ts';
import type { ForgottenViewer } from '../../exchange/audience/segment-pointer.ts';
import { noteSizes } from '../../management/resources/segment/segment-rows.ts';
import { forgetErasedShoppers } from '../count/store-touches.ts';
import { memberActions } from './import/member-records.ts';
import type { SegmentContext } from './segment-work.ts';

/** Time for which erased members are excluded from deliveries that may have been exported before. */
const keptOutMs = 30 * dayMs;
const maxErasuresAtOnce = 10_000;

/** Time after which all running processes have removed the data. Processes started later have counted nothing. */
const forgettingMs = 10 * 60 * 1000;

/**
 * Removes users from the attribute inbox, the audiences of buyer agents, all layers (old files are deleted immediately), the counts of frequency caps
 * and the keys for attribution. Then deletes their keys. Source: docs/decisions/0112-erasure.md,
 * 0126-erased-cap-counts.md, 0131-attribution.md.
 */
export async function processErasures(bench: SegmentContext): Promise<void> {
  const { database, clockMs } = bench;
  await database
    .updateTable('erasure')
    .set({ erasedKey: '' })
    .where('erasure.finishedAt', '<', new Date(clockMs() - keptOutMs))
    .where('erasure.erasedKey', '!=', '')
    .execute();
  await endForgetting(bench);
  const open = await database
    .selectFrom('erasure')
    .select(['erasure.id', 'erasure.low', 'erasure.high', 'erasure.viewerKeys'])
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
    await database
      .deleteFrom('agentAudienceMember')
      .where('agentAudienceMember.high', '=', high ?? -1)
      .where('agentAudienceMember.low', '=', low ?? -1)
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
  const atMs = clockMs();
  const viewers = open.flatMap(({ viewerKeys }) => (viewerKeys ?? []).map(([low, high]) => ({ low, high, atMs })));
  await tellToForget(bench, viewers);
  await forgetErasedShoppers(database, atMs);
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

/**
 * Makes every process remove the cap counts of these viewers, and removes their views from the exchange between hosts.
 */
async function tellToForget(
  { publisher, eraseViews }: SegmentContext,
  viewers: readonly ForgottenViewer[],
): Promise<void> {
  const state = await publisher.current();
  await publisher.publish(state, { forgotten: [...(state.forgotten ?? []), ...viewers] });
  await eraseViews?.(viewers);
}

/** Deletes the list of viewers once all processes have removed their data. */
async function endForgetting({ database, publisher, clockMs, eraseViews }: SegmentContext): Promise<void> {
  const beforeMs = clockMs() - forgettingMs;
  const done = await database
    .selectFrom('erasure')
    .select('erasure.id')
    .where('erasure.viewerKeys', 'is not', null)
    .where('erasure.finishedAt', '<=', new Date(beforeMs))
    .execute();
  if (done.length === 0) return;
  const state = await publisher.current();
  const isOver = ({ atMs }: ForgottenViewer) => atMs <= beforeMs;
  const forgotten = state.forgotten ?? [];
  // Messages that were in transit have arrived by now.
  await eraseViews?.(forgotten.filter(isOver));
  await publisher.publish(state, { forgotten: forgotten.filter((one) => !isOver(one)) });
  const ids = done.map(({ id }) => id);
  await database.updateTable('erasure').set({ viewerKeys: null }).where('erasure.id', 'in', ids).execute();
}

/** Returns the hashed keys of members that deliveries must not restore. */
export async function readErasedKeys({ database }: SegmentContext): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('erasure')
    .select('erasure.erasedKey')
    .where('erasure.erasedKey', '!=', '')
    .execute();
  return rows.map(({ erasedKey }) => erasedKey);
}
