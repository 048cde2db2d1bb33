import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { SegmentFolder } from '../../exchange/audience/segment-folder.ts';
import type { ForgottenViewer, SegmentLayer, SegmentState } from '../../exchange/audience/segment-pointer.ts';
import {
  readOwnDomains,
  readSegmentRows,
  remainingSegments,
  withRows,
} from '../../management/resources/segment/segment-rows.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { PlainStore } from '../../platform/files/plain-store.ts';
import { deriveKey } from '../../platform/keys/derive-key.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { RowOrigin, SegmentImportOutcome, SegmentImportTask } from './import/import-task.ts';
import { runImport } from './import/run-import.ts';
import { createSegmentPublisher, type SegmentPublisher } from './publish-segments.ts';

export type SegmentWorkOptions = {
  readonly database: Kysely<Database>;
  readonly log: Logger;
  /** Secret of the deployment. */
  readonly secret: string;
  readonly lease: Pick<Lease, 'take'>;
  readonly folder: SegmentFolder;
  /** null: single host. */
  readonly store: PlainStore | null;
  /** URL of the management listener, for links in events. */
  readonly publicUrl: string;
  /** Removes the views of these viewers from the exchange between hosts; omitted: single host. */
  readonly eraseViews?: (viewers: readonly ForgottenViewer[]) => Promise<void>;
  /** Folder that contains the folders of connections. */
  readonly deliveries: string;
  /** Addresses and subnets of the private network in which buckets of connections may be. */
  readonly privateTargets: readonly string[];
  readonly nowMs?: () => number;
  /** Omitted: in a separate process. */
  readonly runTask?: (task: SegmentImportTask) => Promise<SegmentImportOutcome>;
};

/** Dependencies common to all steps of the work. */
export type SegmentContext = SegmentWorkOptions & {
  readonly publisher: SegmentPublisher;
  readonly signal: AbortSignal;
  readonly clockMs: () => number;
  /** Builds the parts of a layer in a separate process. */
  importInto(layer: SegmentLayer, origin: RowOrigin): Promise<SegmentImportOutcome>;
  /** Replaces the layer of a source; null: removes it. */
  putInForce(source: string, layer: SegmentLayer | null, options?: { readonly erases: true }): Promise<SegmentState>;
};

export function openSegmentContext(options: SegmentWorkOptions, signal: AbortSignal): SegmentContext {
  const { database, secret, folder, nowMs: clockMs = Date.now } = options;
  const publisher = createSegmentPublisher(folder, options.store);
  return {
    ...options,
    publisher,
    signal,
    clockMs,
    async importInto(layer, origin) {
      const run = `${clockMs().toString(36)}${randomBytes(4).toString('hex')}`;
      const rows = await readSegmentRows(database);
      const task = {
        origin,
        layer,
        remaining: await remainingSegments(database),
        ttlHours: Object.fromEntries(rows.map(({ foldedCode, ttlHours }) => [foldedCode, ttlHours])),
        folder: folder.path,
        workFolder: join(folder.path, `import-${run}`),
        run,
        nowMs: clockMs(),
        memberKey: deriveKey(secret, 'segment-member').toString('base64'),
        erasedKey: deriveKey(secret, 'erased-member').toString('base64'),
      };
      return options.runTask?.(task) ?? runImport(task, signal);
    },
    async putInForce(source, layer, erases) {
      // An import takes long. A worker that has lost the lease in the meantime would overwrite the changes of its
      // successor.
      if (!(await options.lease.take())) throw new Error('Another worker now holds the lease');
      const state = await publisher.current();
      const others = state.layers.filter((one) => one.source !== source);
      const change = {
        layers: layer === null ? others : [...others, layer],
        ownDomains: await readOwnDomains(database),
      };
      return publisher.publish(withRows(change, await readSegmentRows(database)), erases);
    },
  };
}

/** Returns the layer of a source, or an empty one. */
export async function layerOf({ publisher }: SegmentContext, source: string): Promise<SegmentLayer> {
  const { layers } = await publisher.current();
  return layers.find((layer) => layer.source === source) ?? { source, segments: [], parts: [] };
}
