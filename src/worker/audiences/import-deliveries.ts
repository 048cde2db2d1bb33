import type { Transaction } from 'kysely';
import { partsOfState, type SegmentLayer } from '../../exchange/audience/segment-pointer.ts';
import { isUniqueViolation } from '../../management/records/errors-of-engines.ts';
import { openDeliverySource, type SourceLocation } from '../../management/resources/segment/delivery-source.ts';
import { type StoredConnection, sourceLocationOf } from '../../management/resources/segment/destination-connection.ts';
import { insertSegments, noteSizes, readSegmentRows } from '../../management/resources/segment/segment-rows.ts';
import type { Database } from '../../platform/db/schema.ts';
import { appendEvents } from '../../platform/events/append-events.ts';
import { linkOf } from '../../platform/events/event-of-change.ts';
import { withoutPaths } from '../../platform/log/without-paths.ts';
import { DeliveryFault } from './import/delivery-fault.ts';
import { type FoundDelivery, findDeliveries, resolveManifest } from './import/find-deliveries.ts';
import type { SegmentImportOutcome } from './import/import-task.ts';
import type { Manifest } from './import/manifest.ts';
import { readErasedKeys } from './process-erasures.ts';
import { layerOf, type SegmentContext } from './segment-work.ts';

/** Maximum deliveries per connection and poll, so that other connections are not delayed. */
const maxDeliveriesAtOnce = 20;
/** Source of a layer. */
export const sourceOf = (connectionId: number): string => `connection-${connectionId}`;

/**
 * Polls each enabled connection and imports new deliveries. An unreachable location is recorded in the connection and
 * retried.
 */
export async function importDeliveries(bench: SegmentContext): Promise<void> {
  const { database, clockMs, signal } = bench;
  const connections = await database
    .selectFrom('destinationConnection')
    .selectAll()
    .where('destinationConnection.archivedAt', 'is', null)
    .where('destinationConnection.active', '=', true)
    .orderBy('destinationConnection.id')
    .execute();
  for (const connection of connections) {
    if (signal.aborted) return;
    const err = await lookAt(bench, connection).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    const problem = err === null ? null : withoutPaths(err.message).slice(0, 500);
    if (signal.aborted) return;
    if (err !== null && problem !== connection.problem) {
      bench.log.warn({ connectionId: connection.id, err }, 'Destination connection is unreadable');
    }
    await database
      .updateTable('destinationConnection')
      .set({ checkedAt: new Date(clockMs()), problem })
      .where('destinationConnection.id', '=', connection.id)
      .execute();
  }
}

async function lookAt(bench: SegmentContext, connection: StoredConnection): Promise<void> {
  const location = sourceLocationOf(connection, bench);
  const source = await openDeliverySource(location);
  try {
    const files = await source.list();
    const found = findDeliveries(files, bench.clockMs());
    const seen = await seenDeliveries(bench, connection.id);
    const fresh = found.filter(({ folder, tag }) => !seen.has(`${folder} ${tag}`)).slice(0, maxDeliveriesAtOnce);
    for (const delivery of fresh) {
      const id = await begin(bench, connection.id, delivery);
      if (id === null) continue;
      try {
        const manifest = await resolveManifest(source, delivery, files);
        await take(bench, { id, connection, location, delivery, manifest });
      } catch (error) {
        if (!(error instanceof DeliveryFault)) throw error;
        await finish(bench, id, { status: 'refused', problem: error.code, detail: error.message });
      }
    }
  } finally {
    source.close();
  }
}

async function seenDeliveries({ database }: SegmentContext, connectionId: number): Promise<ReadonlySet<string>> {
  // A delivery that was in progress when its process ended is restarted. The lease ensures that no other worker
  // processes it.
  await database
    .deleteFrom('segmentDelivery')
    .where('segmentDelivery.connectionId', '=', connectionId)
    .where('segmentDelivery.status', '=', 'importing')
    .execute();
  const rows = await database
    .selectFrom('segmentDelivery')
    .select(['segmentDelivery.folder', 'segmentDelivery.tag'])
    .where('segmentDelivery.connectionId', '=', connectionId)
    .execute();
  return new Set(rows.map(({ folder, tag }) => `${folder} ${tag}`));
}

/** null: another worker processes it. */
async function begin(
  { database, clockMs }: SegmentContext,
  connectionId: number,
  { folder, tag }: FoundDelivery,
): Promise<number | null> {
  try {
    const row = await database
      .insertInto('segmentDelivery')
      .values({ connectionId, folder, tag, status: 'importing', startedAt: new Date(clockMs()), ...nothingYet })
      .returning('segmentDelivery.id')
      .executeTakeFirstOrThrow();
    return row.id;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

const nothingYet = { kind: null, problem: null, detail: null, memberships: null, finishedAt: null };

type Taking = {
  readonly id: number;
  readonly connection: StoredConnection;
  readonly location: SourceLocation;
  readonly delivery: FoundDelivery;
  readonly manifest: Manifest;
};

async function take(bench: SegmentContext, { id, connection, location, delivery, manifest }: Taking): Promise<void> {
  const { database, log } = bench;
  const layer = await layerOf(bench, sourceOf(connection.id));
  const rows = await readSegmentRows(database);
  const foreign = rows.filter(
    ({ sourceId, attribute }) => attribute !== null || (sourceId !== null && sourceId !== connection.id),
  );
  const outcome = await bench.importInto(layer, {
    from: 'files',
    location,
    folder: delivery.folder,
    manifest,
    identifierType: connection.identifierType,
    maxBadRowsPercent: connection.maxBadRowsPercent,
    foreign: foreign.map(({ code }) => code),
    erased: await readErasedKeys(bench),
  });
  const { kind } = manifest;
  if (outcome.taken) {
    const memberships = await putOutcomeInForce(bench, layer, outcome, connection.id);
    await finish(bench, id, { status: 'accepted', kind, outcome, memberships });
    log.info({ connectionId: connection.id, delivery: id, memberships }, 'Audience segments imported');
  } else {
    await finish(bench, id, { status: 'refused', kind, outcome, problem: outcome.code, detail: outcome.detail });
    log.warn(
      { connectionId: connection.id, delivery: id, problem: outcome.code },
      'Audience segment delivery rejected',
    );
  }
}

/** @returns number of memberships of the layer */
export async function putOutcomeInForce(
  bench: SegmentContext,
  before: SegmentLayer,
  { segments, parts, sizes }: Extract<SegmentImportOutcome, { taken: true }>,
  sourceId: number | null,
): Promise<number> {
  const { database, clockMs } = bench;
  await insertSegments(database, segments.slice(before.segments.length), { sourceId, requestId: null });
  const layer = { source: before.source, segments, parts };
  await bench.putInForce(before.source, layer);
  await noteSizes(database, segments, { sizes, sourceId, freshAt: new Date(clockMs()) });
  return partsOfState({ sequence: 0, layers: [layer], ownDomains: null }).reduce(
    (sum, part) => sum + part.memberships,
    0,
  );
}

type Finished = {
  readonly status: 'accepted' | 'refused';
  readonly kind?: string;
  readonly outcome?: SegmentImportOutcome;
  readonly memberships?: number;
  readonly problem?: string;
  readonly detail?: string;
};

/** Records the outcome of a delivery and sends its event. */
async function finish(bench: SegmentContext, id: number, finished: Finished): Promise<void> {
  const { database, publicUrl } = bench;
  const { status, detail } = finished;
  await database.transaction().execute(async (transaction) => {
    await writeDown(transaction, bench.clockMs(), id, finished);
    const data = {
      kind: deliveryKind,
      id,
      link: linkOf(publicUrl, deliveryKind, id),
      status,
      previousStatus: 'importing',
      actor: null,
      revision: null,
      ...(detail !== undefined && { reason: detail }),
    };
    await appendEvents(transaction, [{ type: `segment_delivery.${status}`, data }]);
  });
}

const deliveryKind = 'segments/deliveries' as const;

async function writeDown(
  transaction: Transaction<Database>,
  nowMs: number,
  id: number,
  finished: Finished,
): Promise<void> {
  const report = finished.outcome?.report;
  await transaction
    .updateTable('segmentDelivery')
    .set({
      status: finished.status,
      kind: finished.kind ?? null,
      problem: finished.problem ?? null,
      detail: finished.detail ?? null,
      memberships: finished.memberships ?? null,
      finishedAt: new Date(nowMs),
      ...(report !== undefined && {
        rows: report.rows,
        badRows: report.badRows,
        faults: JSON.stringify(report.counts),
        namedRows: JSON.stringify(report.named),
      }),
    })
    .where('segmentDelivery.id', '=', id)
    .execute();
}
