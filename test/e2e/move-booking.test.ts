import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookedBanner, bookOneBanner, waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';

let placard: RunningPlacard;
let booked: BookedBanner;

beforeAll(async () => {
  placard = await startPlacard();
  booked = await bookOneBanner(placard.call, {
    location: '_news_home_',
    format: { code: 'leaderboard', width: 728, height: 90 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1000.00', currency: 'EUR' },
  });
});
afterAll(() => placard?.close());

type Ad = { readonly impressionCounter: string; readonly orderId: string; readonly slot: string };
type Campaign = { readonly advertiserCompanyId: number; readonly brandIds: number[] };
type Report = { readonly totals: { readonly impressions: number; readonly spend: readonly { amount: string }[] } };

const budget = { amount: '2.00', currency: 'EUR' };

async function ask(): Promise<Ad | undefined> {
  return ((await (await fetch(`${placard.deliveryUrl}/json/sl${booked.slotName}/`)).json()) as Ad[])[0];
}

async function figuresOf(campaignId: number) {
  const report = (await placard.call('GET', `/api/v1/reports?campaignId=${campaignId}`)).body as Report;
  const { totals } = report;
  return { impressions: totals.impressions, spend: totals.spend.map(({ amount }) => amount) };
}

async function patch(path: string, json: unknown): Promise<void> {
  const { status, headers, body } = await placard.call('PATCH', `/api/v1${path}`, {
    json,
    headers: { 'if-match': '*' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await waitUntilLive(placard.call, Number(headers.get('placard-revision')));
}

test('an impression of an ad from before a move counts for the new campaign and its budget', async () => {
  const from = (await placard.call('GET', `/api/v1/campaigns/${booked.campaignId}`)).body as Campaign;
  const { advertiserCompanyId, brandIds } = from;
  const made = await placard.call('POST', '/api/v1/campaigns', {
    json: { name: 'Summer', advertiserCompanyId, invoiceCompanyId: advertiserCompanyId, brandIds },
  });
  const to = (made.body as { id: number }).id;
  const [first, second, third] = [await ask(), await ask(), await ask()];
  expect(first?.orderId).toBe(String(booked.campaignId));
  await fetch(String(first?.impressionCounter));
  await waitUntil('the impression', async () => (await figuresOf(booked.campaignId)).impressions === 1);

  await patch(`/bookings/${booked.bookingId}`, { campaignId: to });
  expect((await ask())?.orderId).toBe(String(to));
  await fetch(String(second?.impressionCounter));
  await waitUntil('the impression of an ad from before the move', async () => (await figuresOf(to)).impressions === 2);
  expect(await figuresOf(to)).toEqual({ impressions: 2, spend: ['2.00'] });
  expect(await figuresOf(booked.campaignId)).toEqual({ impressions: 0, spend: [] });

  // The history of the booking counts against the budget of its campaign, and no longer against the other one.
  await patch(`/campaigns/${booked.campaignId}`, { budget });
  expect((await fetch(String(third?.impressionCounter))).status).toBe(200);
  await waitUntil('the third impression', async () => (await figuresOf(to)).impressions === 3);
  await patch(`/campaigns/${to}`, { budget });
  await waitUntil('the spent budget to end delivery', async () => (await ask()) === undefined);
  await patch(`/campaigns/${to}`, { budget: { amount: '500.00', currency: 'EUR' } });
  await waitUntil('the larger budget to resume delivery', async () => (await ask()) !== undefined);
});
