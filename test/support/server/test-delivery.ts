import { mkdtemp, rm } from 'node:fs/promises';
import { type Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdRow, BookingRow, CreativeRow, SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import type { Preparation } from '../../../src/delivery/condition.ts';
import type { SelectionExchange } from '../../../src/delivery/endpoints/stack/sent-selection.ts';
import { type Delivery, startDelivery } from '../../../src/delivery/start-delivery.ts';
import type { DeliveryEvent } from '../../../src/exchange/journal/delivery-event.ts';
import { openSegmentReader } from '../../../src/exchange/journal/journal-reader.ts';
import { listSegments } from '../../../src/exchange/journal/journal-segments.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';
import { type ContextSettings, readConfig } from '../../../src/platform/config/config.ts';
import type { ExchangeRateSource } from '../../../src/platform/config/read-exchange-rates.ts';
import type { UserSyncPartner } from '../../../src/platform/config/read-lists.ts';
import type { StoreLocation } from '../../../src/platform/files/store-location.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { publishRows } from '../database/publish-rows.ts';

const sha256 = 'ab'.repeat(32);

/** Rows as in a snapshot, with plain IDs instead of branded ones. */
type Plain<Row> = { -readonly [Key in keyof Row]?: unknown };

export function creativeRow(change: Plain<CreativeRow> = {}): CreativeRow {
  return {
    id: 7,
    name: 'Banner',
    kind: 'image',
    formatId: 1,
    brandId: 1,
    width: 728,
    height: 90,
    html: null,
    file: { path: `media/${sha256}/banner.png`, mime: 'image/png' },
    clickUrl: 'https://shop.example/offer?a=1&b=2',
    altText: null,
    domains: ['shop.example'],
    updatedAtMs: 1_795_000_000_000,
    ...change,
  } as unknown as CreativeRow;
}

export function bookingRow(change: Plain<BookingRow> = {}, ad: Plain<AdRow> = {}): BookingRow {
  return {
    id: 6,
    campaignId: 5,
    name: 'Booking',
    externalId: null,
    type: 'display',
    lifecycle: 'approved',
    paused: false,
    held: false,
    campaign: { name: 'Été 2026', type: 'campaign', delivering: true, advertiserId: 3 },
    startMs: 1_700_000_000_000,
    endMs: null,
    activeDays: [],
    dayParts: [],
    inventory: { positionIds: [10], locationIds: [], publicationIds: [], publisherIds: [] },
    priority: 5,
    cpm: null,
    ads: [{ id: 1000, creativeId: 7, weight: 1, startMs: null, endMs: null, ...ad }],
    ...change,
  } as unknown as BookingRow;
}

/** Returns one publication with three positions. The first, `_home_-lb`, is booked. */
export function snapshotRows(change: Plain<SnapshotRows> = {}): SnapshotRows {
  return {
    revision: 1,
    builtAtMs: 1_795_000_000_000,
    publishers: [{ id: 1, parentId: null }],
    publications: [{ id: 1, publisherId: 1, timeZone: 'Europe/Brussels' }],
    locations: [{ id: 1, publicationId: 1, code: '_home_' }],
    formats: [
      { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
      { id: 2, code: 'sky', width: 160, height: 600, mediaType: 'banner' },
    ],
    positions: [
      { id: 10, locationId: 1, formatId: 1, slotName: '_home_-lb' },
      { id: 11, locationId: 1, formatId: 2, slotName: '_home_-sky' },
      { id: 12, locationId: 1, formatId: 1, slotName: '_home__2-lb' },
    ],
    bookings: [bookingRow()],
    creatives: [creativeRow()],
    ...change,
  } as unknown as SnapshotRows;
}

export type TestDelivery = {
  readonly base: string;
  readonly dataFolder: string;
  readonly snapshots: SnapshotFolder;
  /** Sets the clock of the delivery process. null: the clock of the machine. */
  setNow(nowMs: number | null): void;
  /** Publishes the rows with the next revision and waits until they are served. */
  publish(rows: SnapshotRows): Promise<void>;
  fetch(path: string, options?: RequestInit): Promise<Response>;
  /** Returns all events of the journal in order. */
  events(): Promise<DeliveryEvent[]>;
  /** Messages of its supervisor. */
  readonly told: Pick<Delivery, 'components' | 'drain' | 'engines'>;
  close(): Promise<void>;
};

/** Starts a delivery process inside the test, on a free port with a separate folder. */
export async function startTestDelivery(
  rows: SnapshotRows | null = snapshotRows(),
  options: {
    readonly fastPath?: boolean;
    readonly secret?: string | null;
    readonly redisUrl?: string | null;
    readonly context?: ContextSettings;
    readonly previewByNumber?: boolean;
    readonly deliveryUrl?: string;
    readonly store?: StoreLocation;
    readonly storeCacheBytes?: number;
    readonly creativeOrigin?: string | null;
    readonly userSyncPartners?: readonly UserSyncPartner[];
    readonly preparation?: () => Preparation;
    readonly exchangeRates?: ExchangeRateSource;
    readonly selectionExchange?: SelectionExchange;
    readonly openDataDays?: number;
  } = {},
): Promise<TestDelivery> {
  const { fastPath = true, secret = null, redisUrl = null, previewByNumber = true } = options;
  const { context = readConfig({}, 'all').context } = options;
  const dataFolder = await mkdtemp(join(tmpdir(), 'placard-delivery-'));
  const snapshots = openSnapshotFolder(join(dataFolder, 'snapshots'));
  if (rows !== null) await publishRows(snapshots, rows);
  let now: number | null = null;
  let revision = rows?.revision ?? 0;
  const delivery: Delivery = await startDelivery({
    config: {
      context,
      dataFolder,
      decisionBytes: 64 * 1024 * 1024,
      openDataDays: options.openDataDays ?? 0,
      deliveryPort: 0,
      deliveryProcesses: 1,
      deliveryUrl: options.deliveryUrl ?? 'http://ads.example',
      creativeOrigin: options.creativeOrigin ?? null,
      fastPath,
      host: '127.0.0.1',
      previewByNumber,
      macroValues: new Map([['CDN', 'cdn.example']]),
      userSyncPartners: options.userSyncPartners ?? [],
      exchangeRates: options.exchangeRates ?? { kind: 'list', table: new Map() },
      redisUrl,
      secret,
      store: options.store ?? { kind: 'folder', folder: null },
      storeCacheBytes: options.storeCacheBytes ?? 16 * 1024 * 1024,
      videoCacheBytes: 16 * 1024 * 1024,
    },
    log: createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' }),
    processId: 'delivery-0',
    now: () => now ?? Date.now(),
    ...(options.preparation !== undefined && { preparation: options.preparation }),
    ...(options.selectionExchange !== undefined && { selectionExchange: options.selectionExchange }),
  });
  const base = `http://127.0.0.1:${delivery.port}`;
  return {
    base,
    dataFolder,
    snapshots,
    setNow(nowMs) {
      now = nowMs;
    },
    async publish(next) {
      revision += 1;
      await publishRows(snapshots, { ...next, revision });
      const deadline = Date.now() + 10_000;
      while ((await snapshots.acknowledgements())[0]?.revision !== revision) {
        if (Date.now() > deadline) throw new Error(`Revision ${revision} was not acknowledged`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    fetch: (path, options) => fetch(base + path.replace('http://ads.example', ''), { redirect: 'manual', ...options }),
    told: delivery,
    events: () => readEvents(join(dataFolder, 'journal')),
    async close() {
      await delivery.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function readEvents(journalFolder: string): Promise<DeliveryEvent[]> {
  const events: DeliveryEvent[] = [];
  for (const segment of await listSegments(journalFolder)) {
    const reader = await openSegmentReader(segment.path);
    events.push(...(await reader.read({ fromOffset: 0, maxBytes: 50_000_000 })).events);
    await reader.close();
  }
  return events;
}

/** Sends a request whose target is transmitted byte for byte. `fetch` would normalize it. */
export function rawRequest(
  base: string,
  target: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string | string[]>>;
    readonly agent?: Agent | false;
    readonly body?: string;
  } = {},
): Promise<{ readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path: target, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(options.body);
  });
}
