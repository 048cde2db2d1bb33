import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/browser.ts';
import { playAds, playerPage, servePlayer } from '../support/browser/video-player.ts';
import { waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { createByApi } from '../support/fixtures/call-placard.ts';
import { type Approve, startFourEyes } from '../support/fixtures/four-eyes.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { startTlsProxy, type TlsProxy } from '../support/services/tls-proxy.ts';

type Creative = { readonly id: number; readonly state: string };

const quartiles = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

/** Kind and file of an upload. */
type Uploaded = { readonly kind: 'video' | 'audio'; readonly file: string };
type Booked = { readonly address: string; readonly bookingId: number };

describe('a video or audio creative, reviewed by another user', () => {
  let placard: RunningPlacard;
  let approve: Approve;
  let player: Awaited<ReturnType<typeof servePlayer>>;
  let proxy: TlsProxy;
  let browser: Browser;
  let clip: Buffer;

  beforeAll(async () => {
    clip = await readFile(new URL('../support/media/clip.webm', import.meta.url));
    placard = await startPlacard({ PLACARD_DELIVERY_URL: 'https://ads.example' });
    approve = await startFourEyes(placard);
    player = await servePlayer();
    proxy = await startTlsProxy({
      'ads.example': { port: placard.deliveryPort },
      'player.example': { port: player.port },
      'media.example': { file: clip, type: 'video/webm' },
      'videos.site.example': { html: playerPage('player.example') },
    });
    browser = await launchChromium([{ name: '*.example', to: `127.0.0.1:${proxy.port}` }]);
  });

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await player?.close();
    await placard?.close();
  });

  async function first<Found>(path: string): Promise<Found> {
    return ((await placard.call('GET', `/api/v1${path}`)).body as [Found])[0];
  }

  /** Uploads a file as a creative. */
  async function upload(creative: object, { kind, file }: Uploaded): Promise<Creative> {
    const form = new FormData();
    form.set('creative', JSON.stringify(creative));
    const bytes = await readFile(new URL(`../support/media/${file}`, import.meta.url));
    form.set('file', new Blob([new Uint8Array(bytes)], { type: `${kind}/webm` }), `own-${file}`);
    const uploaded = await placard.call('POST', '/api/v1/creatives', { multipart: form });
    expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
    return uploaded.body as Creative;
  }

  /** Creates a creative and a booking on its own position, and waits until the ad delivers. */
  async function book(
    name: string,
    mediaType: 'video' | 'audio',
    make: (creative: object) => Promise<Creative>,
  ): Promise<Booked> {
    const brand = await first<{ id: number; mediaPartnerId: number }>('/brands?limit=1');
    const publication = await first<{ id: number }>('/inventory/publication?limit=1');
    const location = await createByApi<{ id: number }>(placard, '/inventory/location', {
      publicationId: publication.id,
      code: `_${name}_`,
    });
    const format = await createByApi<{ id: number }>(placard, '/inventory/format', { code: `own${name}`, mediaType });
    const positionBody = { locationId: location.id, formatId: format.id };
    const position = await createByApi<{ id: number; slotName: string }>(placard, '/inventory/position', positionBody);
    const creative = await make({ name: 'Video', brandId: brand.id, formatId: format.id });
    expect(creative.state).toBe('pending_review');
    await approve(`creatives/${creative.id}`);
    const campaign = await createByApi<{ id: number }>(placard, '/campaigns', {
      name: 'Videos',
      advertiserCompanyId: brand.mediaPartnerId,
      invoiceCompanyId: brand.mediaPartnerId,
      brandIds: [brand.id],
    });
    const booking = await createByApi<{ id: number }>(placard, '/bookings', {
      campaignId: campaign.id,
      name: 'Video',
      type: 'display',
      startDate: new Date(Date.now() - 60_000).toISOString(),
      positionIds: [position.id],
      creatives: [{ creativeId: creative.id }],
    });
    await placard.call('POST', `/api/v1/bookings/${booking.id}/actions/submit`);
    await waitUntilLive(placard.call, await approve(`bookings/${booking.id}`));
    return { address: `https://ads.example/ad/sl${position.slotName}/`, bookingId: booking.id };
  }

  async function expectPlayed({ address, bookingId }: Booked): Promise<void> {
    const page = await browser.newPage();
    await page.goto('https://videos.site.example/');
    expect(await playAds(page, [address], 'https://media.example/video.webm')).toEqual([
      { url: address, outcome: 'shown' },
    ]);
    const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${bookingId}`);
    expect(totals).toMatchObject({
      impressions: 1,
      events: Object.fromEntries(quartiles.map((event) => [event, 1])),
    });
    await page.close();
  }

  test.each<Uploaded>([
    { kind: 'video', file: 'clip.webm' },
    { kind: 'audio', file: 'sound.webm' },
  ])('$kind plays in a player from our own URL, and each event counts once', async (uploaded) => {
    const { kind, file } = uploaded;
    await expectPlayed(await book(kind, kind, (creative) => upload({ ...creative, kind }, uploaded)));
    const asked = proxy.requests.filter(({ path }) => path.endsWith(`/own-${file}`));
    expect(asked[0]).toMatchObject({ host: 'ads.example', path: expect.stringMatching(/^\/media\/[0-9a-f]{64}\//) });
  });

  test('the VAST of a third party plays through ours, and each event counts once', async () => {
    const videoFile = { kind: 'video', file: 'clip.webm' } as const;
    const theirs = await book('theirs', 'video', (creative) => upload({ ...creative, kind: 'video' }, videoFile));
    const vast = { url: theirs.address };
    await expectPlayed(
      await book('vast', 'video', (creative) =>
        createByApi(placard, '/creatives', { ...creative, kind: 'vast', vast }),
      ),
    );
    const totals = await currentTotals(placard.call, `groupBy=booking&bookingId=${theirs.bookingId}`);
    expect(totals).toMatchObject({ impressions: 1, events: { complete: 1 } });
  });
});
