import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkOffline } from '../../management/configuration/check-offline.ts';
import { parseCommandLine } from '../command-line/parse-command-line.ts';
import { readFolder } from '../configuration-files/read-folder.ts';
import type { ImportCommand } from './parse-import.ts';
import { runImportCommand } from './run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'placard-translate-files-'));
const lines: string[] = [];
const context = { environment: {}, program: '', version: '0', print: (line: string) => void lines.push(line) };
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]): Promise<number> {
  lines.splice(0);
  return runImportCommand(context, parseCommandLine(['import', ...args]) as ImportCommand);
}

function fileOf(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const times = { startDate: '2026-12-01T00:00:00Z', endDate: '2027-01-01T00:00:00Z' };
const sources: readonly (readonly [string, unknown, string])[] = [
  [
    'google-ad-manager',
    {
      adUnits: [{ id: 3, name: 'Home', adUnitSizes: [{ size: { width: 300, height: 250 } }] }],
      orders: [{ id: 20, name: 'Order', advertiserId: 10 }],
      lineItems: [{ id: 100, orderId: 20, name: 'Winter', lineItemType: 'HOUSE', startDateTime: times.startDate }],
    },
    'gam:lineItem:100',
  ],
  [
    'kevel',
    {
      sites: [{ Id: 1, Title: 'Courier' }],
      campaigns: [{ Id: 3, AdvertiserId: 9, Name: 'Winter' }],
      flights: [{ Id: 5, CampaignId: 3, Name: 'Flight', StartDateISO: times.startDate }],
    },
    'kevel:flight:5',
  ],
  [
    'adhese',
    {
      positions: [{ positionId: 7, name: 'Top', width: 300, height: 250 }],
      campaigns: [{ id: 3, name: 'Winter', advertiserId: 2 }],
      bookings: [{ bookingId: 9, campaignId: 3, name: 'Booking', positions: [7], ...times }],
    },
    'adhese:booking:9',
  ],
];

test.each(sources)('an import of %s to a folder is a valid configuration', async (source, content, key) => {
  const file = fileOf(`${source}.json`, content);
  const out = join(folder, source);
  expect(await run(source, file, '--out', out)).toBe(0);
  const { document, errors } = await readFolder(out);
  expect(errors).toEqual([]);
  expect(checkOffline(document)).toEqual([]);
  expect(Object.keys(document['bookings'] as object)).toEqual([key]);
  expect(readFileSync(join(out, 'findings.csv'), 'utf8')).toContain(key);
});

test('CSV without a mapping prints a suggestion, which imports the file', async () => {
  const csv = fileOf('plan.csv', 'Advertiser,Campaign,Line item,Start date\nAurora,Winter,Banners,2026-12-01\n');
  expect(await run('csv', csv)).toBe(1);
  const mapping = fileOf('mapping.json', lines[0] ?? '');
  const out = join(folder, 'csv');
  expect(await run('csv', csv, '--mapping', mapping, '--time-zone', 'Europe/Amsterdam', '--out', out)).toBe(0);
  const { document } = await readFolder(out);
  expect(Object.keys(document['bookings'] as object)).toEqual(['Winter, Banners']);
});

test('a dry run writes nothing, and missing files and broken mappings are explained', async () => {
  const file = fileOf('dry.json', sources[1]?.[1]);
  expect(await run('kevel', file, '--dry-run')).toBe(0);
  expect(lines[0]).toMatch(/^source +imported +translated +unsupported$/);
  expect(existsSync(join(folder, 'dry'))).toBe(false);
  await expect(run('kevel', join(folder, 'missing.json'))).rejects.toThrow('cannot be read');
  const mapping = fileOf('broken.json', { version: 2 });
  await expect(run('csv', file, '--mapping', mapping)).rejects.toThrow('The mapping');
});
