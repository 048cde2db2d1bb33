import { expect } from 'vitest';
import { createManagementClient } from '../../src/main/demo/management-client.ts';
import { bookOneBanner } from './book-one-banner.ts';
import { currentTotals } from './report-of.ts';

/** Books a banner on a running installation, is served it, reports its impression and finds it in a report. */
export async function serveOneAd(options: {
  readonly management: string;
  readonly delivery: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
}): Promise<void> {
  const call = createManagementClient({ address: options.management, ...options.credentials });
  const booked = await bookOneBanner(call, {
    location: 'image_test',
    format: { code: 'image-lb', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '5.00', currency: 'EUR' },
  });
  const answer = await fetch(`${options.delivery}/json/sl${booked.slotName}/`);
  const [ad] = (await answer.json()) as { readonly adId: unknown; readonly tracker: string }[];
  expect(answer.status).toBe(200);
  const impression = await fetch(options.delivery + new URL(ad?.tracker ?? '').pathname);
  expect(impression.status).toBe(200);
  const totals = await currentTotals(call, `groupBy=booking&bookingId=${booked.bookingId}`);
  expect(totals).toMatchObject({ impressions: 1 });
}
