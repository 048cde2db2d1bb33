import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { SegmentFolder } from '../../exchange/audience/segment-folder.ts';
import type { ForgottenViewer, SegmentLayer, SegmentState } from '../../exchange/audience/segment-pointer.ts';
import {
  readOwnDomains,
  readSegmentRows,
  segmentRoom,
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
  /** The deployment's one secret. */
  readonly secret: string;
  readonly lease: Pick<Lease, 'take'>;
  readonly folder: SegmentFolder;
  /** null: there is no other host. */
  readonly store: PlainStore | null;
  /** Of the management listener, for the links of events. */
  readonly publicUrl: string;
  /** Takes from what hosts tell each other what these viewers saw; left out: there is no other host. */
  readonly eraseViews?: (viewers: readonly ForgottenViewer[]) => Promise<void>;
  /** Folder below which the folders of connections lie. */
  readonly deliveries: string;
  /** Addresses and subnets of our own network where the bucket of a connection may be. */
  readonly privateTargets: readonly string[];
  readonly nowMs?: () => number;
  /** Left out: in a process of its own. */
  readonly runTask?: (task: SegmentImportTask) => Promise<SegmentImportOutcome>;
};

/** What the steps of the work have in common. */
export type SegmentBench = SegmentWorkOptions & {
  readonly publisher: SegmentPublisher;
  readonly signal: AbortSignal;
  readonly clockMs: () => number;
  /** Makes the parts of a layer anew, in a process of its own. */
  importInto(layer: SegmentLayer, origin: RowOrigin): Promise<SegmentImportOutcome>;
  /** Puts a layer in force in place of the one of the same source; null: it goes. */
  putInForce(source: string, layer: SegmentLayer | null, options?: { readonly erases: true }): Promise<SegmentState>;
};

export function openSegmentBench(options: SegmentWorkOptions, signal: AbortSignal): SegmentBench {
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
        room: await segmentRoom(database),
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
      // An import takes long: whoever has lost the lease meanwhile would undo what its successor did.
      if (!(await options.lease.take())) throw new Error('Another worker has the lease by now');
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

/** The layer of a source, or an empty one. */
export async function layerOf({ publisher }: SegmentBench, source: string): Promise<SegmentLayer> {
  const { layers } = await publisher.current();
  return layers.find((layer) => layer.source === source) ?? { source, segments: [], parts: [] };
}
