import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { keepPicture, problemsOf } from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { readByApi } from '../../support/fixtures/call-placard.ts';

type Document = Record<string, Record<string, Record<string, unknown>>>;

let world: WebWorld;
let desk: Desk;
let page: Page;
let exported: string;

beforeAll(async () => {
  world = await startWebWorld();
  desk = await world.open('admin');
  page = await desk.go('/administration/configuration');
});
afterAll(() => world?.close());

const select = (...files: readonly (readonly [name: string, text: string])[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles(files.map(([name, text]) => ({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) })));

test('exports the configuration as YAML that equals the installation', async () => {
  await page.getByText('No document has been applied yet').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export YAML' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('configuration.yaml');
  exported = await readFile((await download.path()) as string, 'utf8');
  expect((parse(exported) as Document)['bookings']).not.toEqual({});
  await select(['configuration.yaml', exported]);
  await page.getByText('The configuration matches the files.').waitFor();
});

test('compares changed files, shows the effect on shares, applies and undoes them', async () => {
  const { version, campaigns, bookings = {} } = parse(exported) as Document;
  const [key = '', booking = {}] = Object.entries(bookings)[0] ?? [];
  const changed = { ...booking, priority: 0, delivery: { method: 'share' } };
  const files = { version, campaigns, bookings: { ...bookings, [key]: changed, 'From the file': changed } };
  await select(
    ['a.yaml', JSON.stringify({ version, campaigns })],
    ['b.yaml', JSON.stringify({ bookings: files.bookings })],
  );
  await page.getByText('1 to create, 1 to change, 0 to restore, 0 to archive').waitFor();
  await page.getByRole('cell', { name: `bookings / ${key}` }).waitFor();
  await page.getByText('priority: (default) → 0').waitFor();
  await page.getByRole('heading', { name: 'Effect on shares' }).waitFor();
  expect(await problemsOf(page, 'configuration-plan')).toEqual([]);
  await keepPicture(page, 'configuration-plan');
  await page.getByRole('textbox', { name: 'Note' }).fill('More share');
  await page.getByRole('button', { name: 'Apply 2 changes' }).click();
  await page.getByRole('cell', { name: 'More share' }).waitFor();
  const created = await readByApi<readonly { readonly archivedAt: string | null }[]>(
    world.placard,
    '/bookings?search=From%20the%20file',
  );
  expect(created).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('The previous content of 2 objects is restored').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone by 2').waitFor();
  expect(await readByApi(world.placard, '/bookings?search=From%20the%20file')).toEqual([]);
  await select(['configuration.yaml', exported]);
  await page.getByText('The configuration matches the files.').waitFor();
  await keepPicture(page, 'configuration-applies');
});

test('names the fields of broken files, and refuses aliases and broken YAML', async () => {
  await select(['a.yaml', 'version: 1\nbrands:\n  A:\n    mediaPartner: Unknown Ltd\n    colour: red\n']);
  await page.getByText('document/brands/A/colour').waitFor();
  await select(['a.yaml', 'version: 1\nbrands:\n  A: &a { mediaPartner: B }\n  C: *a\n']);
  await page.getByText('a.yaml contains an anchor or alias').waitFor();
  await select(['a.yaml', 'version: 1\nbrands: [\n']);
  await page
    .getByRole('alert')
    .getByText(/^a\.yaml: /)
    .waitFor();
  await select(['a.yaml', 'brands:\n  A: {}\n'], ['b.yaml', 'brands:\n  A: {}\n']);
  await page.getByText('brands/A is in several files, also in b.yaml').waitFor();
  expect(await problemsOf(page, 'configuration-errors')).toEqual([]);
});
