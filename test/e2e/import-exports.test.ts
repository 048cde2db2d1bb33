import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCommandLine } from '../../src/main/command-line/parse-command-line.ts';
import type { ImportCommand } from '../../src/main/importing/parse-import.ts';
import { runImportCommand } from '../../src/main/importing/run-import.ts';
import { readByApi } from '../support/fixtures/call-placard.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { waitUntil } from '../support/process/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-import-exports-'));
let placard: RunningPlacard;
beforeAll(async () => {
  placard = await startPlacard();
});
afterAll(async () => {
  await placard?.close();
  rmSync(folder, { recursive: true });
});

async function apply(source: string, content: unknown, ...more: readonly string[]): Promise<readonly string[]> {
  const file = join(folder, `${source}.${typeof content === 'string' ? 'csv' : 'json'}`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const lines: string[] = [];
  const environment = { PLACARD_CLIENT_ID: placard.clientId, PLACARD_CLIENT_SECRET: placard.clientSecret };
  const context = { environment, program: '', version: '0', print: (line: string) => void lines.push(line) };
  const args = ['import', source, file, '--url', placard.managementUrl, '--yes', ...more];
  expect(await runImportCommand(context, parseCommandLine(args) as ImportCommand), lines.join('\n')).toBe(0);
  return lines;
}

type Booking = { readonly id: number; readonly status: string; readonly positionIds: readonly number[] };

async function bookingOf(externalId: string): Promise<Booking> {
  const [booking] = await readByApi<readonly Booking[]>(placard, `/bookings?externalId=${externalId}`);
  if (booking === undefined) throw new Error(`There is no booking ${externalId}`);
  return booking;
}

async function adsOf({ positionIds }: Booking, query = ''): Promise<readonly { readonly tag?: string }[]> {
  const { slotName } = await readByApi<{ slotName: string }>(placard, `/inventory/position/${positionIds[0]}`);
  return (await (await fetch(`${placard.deliveryUrl}/json/sl${slotName}/${query}`)).json()) as [];
}

const size = { width: 300, height: 250 };
const start = '2026-01-01T00:00:00Z';

test('a line item of Google Ad Manager delivers its creative to the targeted key-value', async () => {
  const source = {
    companies: [{ id: 10, name: 'Aurora' }],
    orders: [{ id: 20, name: 'Order', advertiserId: 10 }],
    adUnits: [{ id: 3, name: 'Home', adUnitSizes: [{ size }] }],
    customTargetingKeys: [{ id: 70, name: 'ct' }],
    customTargetingValues: [{ id: 71, name: 'sports', matchType: 'EXACT' }],
    creatives: [{ id: 90, name: 'Banner', size, snippet: '<b>from GAM</b>' }],
    lineItemCreativeAssociations: [{ lineItemId: 100, creativeId: 90 }],
    lineItems: [
      {
        id: 100,
        orderId: 20,
        name: 'Winter',
        lineItemType: 'SPONSORSHIP',
        primaryGoal: { units: 100 },
        startDateTime: start,
        targeting: { customTargeting: { children: [{ keyId: 70, valueIds: [71], operator: 'IS' }] } },
      },
    ],
  };
  await apply('google-ad-manager', source);
  const booking = await bookingOf('gam:lineItem:100');
  expect(booking.status).toBe('running');
  await waitUntil('the ad', async () => (await adsOf(booking, 'ctsports')).length === 1);
  expect(JSON.stringify(await adsOf(booking, 'ctsports'))).toContain('from GAM');
  expect(await adsOf(booking, 'ctnews')).toEqual([]);

  // A second import of the same file changes nothing.
  expect((await apply('google-ad-manager', source)).join('\n')).toMatch(/no changes/i);
});

test('a flight of Kevel delivers its ad', async () => {
  await apply('kevel', {
    advertisers: [{ Id: 9, Title: 'Borealis' }],
    campaigns: [{ Id: 3, AdvertiserId: 9, Name: 'Winter', IsActive: true }],
    sites: [{ Id: 1, Title: 'Courier' }],
    zones: [{ Id: 11, SiteId: 1, Name: 'Top' }],
    adTypes: [{ Id: 5, Width: 300, Height: 250 }],
    flights: [{ Id: 5, CampaignId: 3, Name: 'Flight', StartDateISO: start, IsUnlimited: true, IsActive: true }],
    ads: [{ Id: 71, FlightId: 5, Creative: { Id: 81, Title: 'A', AdTypeId: 5, ScriptBody: '<b>from Kevel</b>' } }],
  });
  const booking = await bookingOf('kevel:flight:5');
  await waitUntil('the ad', async () => JSON.stringify(await adsOf(booking)).includes('from Kevel'));
});

test('a booking of Adhese delivers its creative, and one with unknown members is a draft', async () => {
  const booking = { campaignId: 3, positions: [7], creatives: [81], startDate: start };
  await apply('adhese', {
    advertisers: [{ id: 2, companyName: 'Cirrus' }],
    campaigns: [{ id: 3, name: 'Winter', advertiserCompanyId: 2 }],
    positions: [{ positionId: 7, name: 'Top', width: 728, height: 90 }],
    creatives: [{ creativeId: 81, name: 'Banner', width: 728, height: 90, html: '<b>from Adhese</b>' }],
    bookings: [
      { ...booking, bookingId: 9, name: 'Booking' },
      { ...booking, bookingId: 10, name: 'Unknown', targets: ['BE'] },
    ],
  });
  const imported = await bookingOf('adhese:booking:9');
  await waitUntil('the ad', async () => JSON.stringify(await adsOf(imported)).includes('from Adhese'));
  expect((await bookingOf('adhese:booking:10')).status).toBe('draft');
});

test('rows of a CSV file become bookings by a saved mapping', async () => {
  const mapping = join(folder, 'mapping.json');
  const text = (column: string) => ({ column });
  const objects = [
    {
      section: 'mediaPartners',
      key: ['Client'],
      fields: { name: text('Client'), roles: { value: ['ADVERTISER', 'INVOICE'] } },
    },
    { section: 'brands', key: ['Client'], fields: { name: text('Client'), mediaPartner: text('Client') } },
    {
      section: 'campaigns',
      key: ['Order'],
      fields: {
        name: text('Order'),
        advertiserCompany: text('Client'),
        invoiceCompany: text('Client'),
        brands: { column: 'Client', as: 'list' },
      },
    },
    {
      section: 'bookings',
      key: ['Order', 'Line'],
      fields: {
        name: text('Line'),
        externalId: text('ID'),
        campaign: text('Order'),
        type: { value: 'display' },
        startDate: { column: 'From', as: 'date' },
        priority: { column: 'Level', values: { high: 2 } },
      },
    },
  ];
  writeFileSync(mapping, JSON.stringify({ version: 1, objects }));
  const csv = 'Client;Order;Line;ID;From;Level\nDelta;Spring;Banners;line-1;2026-12-01;high\n';
  await apply('csv', csv, '--mapping', mapping);
  expect(await bookingOf('line-1')).toMatchObject({ status: 'draft', name: 'Banners', priority: 2 });
});
