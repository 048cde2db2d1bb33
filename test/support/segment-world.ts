import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memberIdentifier } from '../../src/core/targeting/viewer-identifier.ts';
import { type SegmentHolder, startSegmentHolder } from '../../src/delivery/decide/audience/segment-holder.ts';
import { createDeliveryMetrics } from '../../src/delivery/delivery-metrics.ts';
import { openSegmentFolder } from '../../src/exchange/audience/segment-folder.ts';
import type { ForgottenViewer } from '../../src/exchange/audience/segment-pointer.ts';
import type { PlainStore } from '../../src/platform/files/plain-store.ts';
import { deriveKey } from '../../src/platform/keys/derive-key.ts';
import { importMembers } from '../../src/worker/audiences/import/import-members.ts';
import { createSegmentWork } from '../../src/worker/audiences/start-segments.ts';
import { startTestManagement } from './test-management.ts';
import { waitUntil } from './wait-until.ts';

export type SegmentWorld = Awaited<ReturnType<typeof startSegmentWorld>>;

/** Files of a delivery by name; a manifest of what they are is written, unless `manifest` says otherwise. */
export type SentDelivery = {
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly kind?: 'full' | 'delta';
  /** In place of what is true; null: there is none. */
  readonly manifest?: string | null;
};

export type SegmentWorldOptions = {
  readonly nowMs?: () => number;
  readonly inProcesses?: true;
  /** Left out: this machine, where the buckets of tests are. */
  readonly privateTargets?: readonly string[];
  /** Which other hosts share; left out: there are none. */
  readonly store?: PlainStore;
  /** Told of those whom the delivery process is to forget. */
  readonly forget?: (viewers: readonly ForgottenViewer[]) => Promise<void>;
};

/** Management, the worker of segments and a delivery process's lookup on one data folder. */
export async function startSegmentWorld(options: SegmentWorldOptions = {}) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'placard-segments-'));
  const deliveries = join(dataFolder, 'from-platform');
  await mkdir(deliveries);
  const { nowMs = Date.now, inProcesses = false, store = null } = options;
  const management = await startTestManagement({ nowMs, environment: { PLACARD_DELIVERIES: deliveries } });
  const { database, services } = management;
  const folder = openSegmentFolder(join(dataFolder, 'segments'));
  const work = createSegmentWork({
    database,
    log: services.log,
    secret: services.secret,
    lease: { take: async () => true },
    folder,
    store,
    publicUrl: 'https://ads.example',
    deliveries,
    privateTargets: options.privateTargets ?? ['127.0.0.0/8', '::1'],
    nowMs,
    ...(!inProcesses && { runTask: importMembers }),
  });
  const holder: SegmentHolder = startSegmentHolder({
    folder,
    key: deriveKey(services.secret, 'segment-member'),
    log: services.log,
    metrics: createDeliveryMetrics('delivery-0'),
    now: nowMs,
    ...(options.forget !== undefined && { forget: options.forget }),
  });
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(deliveries, path)), { recursive: true });
    await writeFile(join(deliveries, path), content);
  };
  return {
    management,
    dataFolder,
    deliveries,
    folder,
    holder,
    work,
    put,
    async send(path: string, { files, kind = 'full', manifest }: SentDelivery) {
      for (const [name, content] of Object.entries(files)) await put(`${path}/${name}`, content);
      if (manifest !== null) await put(`${path}/manifest.json`, manifest ?? manifestOf(files, kind));
    },
    /** Segments of somebody, once the process has what is in force. */
    segmentsOf(kind: string, id: string, host?: string): readonly string[] {
      const visitor = { identifiers: () => [memberIdentifier(kind, id)], host: () => host };
      return [...holder.segmentsOf(visitor)].sort();
    },
    /** Waits until the process has read what is in force. */
    async served() {
      const memberships = (await folder.current())?.sequence ?? 0;
      await waitUntil('the process to read the segments', () => holder.sequence() === memberships);
    },
    async close() {
      work.close();
      await holder.close();
      await management.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export function manifestOf(files: SentDelivery['files'], kind: 'full' | 'delta'): string {
  return JSON.stringify({
    version: 1,
    kind,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      bytes: Buffer.byteLength(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    })),
  });
}
