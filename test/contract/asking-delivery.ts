import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookingRow, SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import type { Targeting } from '../../src/core/targeting/targeting.ts';
import { valueFactNames } from '../../src/core/targeting/value-facts.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { deriveKey } from '../../src/platform/keys/derive-key.ts';
import { writeDebugKey } from '../../src/platform/keys/signed-debug-key.ts';
import { createTextSigner } from '../../src/platform/keys/signed-text.ts';
import { videoCreative } from '../support/database/video-rows.ts';
import { writeMmdb } from '../support/media-files/write-mmdb.ts';
import { bookingRow, creativeRow } from '../support/server/test-delivery.ts';
import { contractNowMs, contractRows } from './contract-account.ts';
import { startContractDelivery } from './contract-delivery.ts';

export type AskingDelivery = Awaited<ReturnType<typeof startAskingDelivery>>;

/**
 * Starts a delivery process with every optional feature: a location database behind trusted proxies, user sync
 * partners, a creative file, macros, screen playlists, and a debug key.
 */
export async function startAskingDelivery() {
  const folder = await mkdtemp(join(tmpdir(), 'placard-asking-'));
  const geoDatabase = join(folder, 'geo.mmdb');
  const record = { country: { iso_code: 'BE' }, subdivisions: [{ iso_code: 'VOV' }], city: { names: { en: 'Ghent' } } };
  await writeFile(geoDatabase, writeMmdb({ '203.0.113.0/24': record }));
  const secret = randomBytes(32).toString('hex');
  const { context } = readConfig(
    {
      PLACARD_GEO_DATABASE: geoDatabase,
      PLACARD_TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8',
      PLACARD_COUNTRY_HEADER: 'cf-ipcountry',
    },
    'all',
  );
  const delivery = await startContractDelivery(askingRows(), {
    secret,
    context,
    creativeOrigin: 'http://creatives.example',
    userSyncPartners: [{ name: 'acme', url: 'https://match.acme.example/?to={redirect}&gdpr={gdpr}&c={consent}' }],
  });
  const media = join(delivery.dataFolder, 'media', 'ab'.repeat(32));
  await mkdir(media, { recursive: true });
  await writeFile(join(media, 'banner.png'), randomBytes(2_000));
  const html5 = join(delivery.dataFolder, 'html5', 'ab'.repeat(32));
  await mkdir(html5, { recursive: true });
  await writeFile(join(html5, 'index.html'), '<!doctype html><title>A creative</title>');
  const signer = createTextSigner(deriveKey(secret, 'debug-key'));
  return {
    ...delivery,
    debugKey: writeDebugKey(signer, { actor: 'account:1', expiresAt: contractNowMs / 1000 + 86_400 }),
    async close() {
      await delivery.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Every macro, in text and in URLs. */
const macros = `<p>slot=[adheseReplace:SL] ct=[adheseReplace:ct] [adheseExpand:ct] [adheseReplace:A2] [adheseLogID] [adheseEnv:CDN]</p>
<a href="[clickUrl]" title="[adheseAdditionalRequestParameters:ct,dt]">[adheseRequestDataFlat]</a>
<img src="https://[adheseDomain:ad_host]/?to=[clickBase]&cb=[adheseTimestampNowMs]&d=[adheseRequestDataFlat]">
<script>const request = [adheseRequestData]; const city = "[adheseReplace:ct]";</script>`;

/**
 * Returns the account with additional bookings that target every fact of a request, because unused facts are not read.
 * The targeting always matches, so each position delivers as before. Another booking counts its viewers, and one on its
 * own position targets only the coordinates of the location database.
 */
function askingRows(): SnapshotRows {
  const rows = contractRows();
  const tree: Targeting = {
    any: [
      ...valueFactNames.map((fact) => ({ fact, values: ['somewhere else'] })),
      { urlParts: ['/nowhere/'] },
      { near: { latitude: 1, longitude: 1, metres: 1 } },
      { key: 'kw', values: ['nothing'] },
      { not: { fact: 'country', values: ['AQ'] } },
    ],
  };
  const asking = rows.bookings.map((booking) => ({ ...booking, targeting: tree }));
  const [first] = asking as [BookingRow];
  const capped = { ...first, id: 900_001, caps: [{ scope: 'day' as const, most: 2 }] };
  const inventory = { ...first.inventory, positionIds: [900] };
  const local: Targeting = { fact: 'region', values: ['BE-VOV'] };
  return {
    ...rows,
    formats: rows.formats.map((format) => ({ ...format, inHeadsup: format.mediaType === 'banner' })),
    positions: [...rows.positions, { ...rows.positions[0], id: 900, slotName: '_place_-lb' }],
    bookings: [
      ...asking,
      bookingRow({ ...capped }, { id: 900_002, creativeId: 70 }),
      bookingRow({ ...first, id: 900_003, inventory, targeting: local }, { id: 900_004, creativeId: 70 }),
    ],
    creatives: rows.creatives.map((creative) => creativeRow({ ...creative, ...changed(creative) })),
  } as SnapshotRows;
}

/** Returns the changes of a creative: a file of a given size, or macros where macros are allowed. */
function changed({ kind, file }: SnapshotRows['creatives'][number]): Parameters<typeof creativeRow>[0] {
  if (kind === 'html') {
    return { html: macros, clickUrl: 'https://shop.example/?from=[adheseReplace:SL]&ct=[adheseReplace:ct]' };
  }
  if (kind !== 'video') return { file: file === null ? null : { ...file, bytes: 2_000 } };
  const videoFile = videoCreative().media?.files[0];
  if (videoFile === undefined) return {};
  return {
    video: videoCreative({}, { files: [{ ...videoFile, url: 'https://media.example/[adheseReplace:ct]/a.mp4' }] }),
  };
}
