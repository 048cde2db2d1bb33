import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoMediaPartners } from '../../../src/main/demo/demo-brands.ts';
import { drawBanner } from '../../../src/platform/media/banner/draw-banner.ts';
import { keepPicture, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { writeZip } from '../../support/media-files/write-zip.ts';

describe('creatives, from upload to review', () => {
  let world: WebWorld;

  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  test('matches uploaded files with formats by size and rejects unsupported files', async () => {
    const { page, context, faults } = await world.open('advertiser');
    await page.goto(`${world.url}/creatives/new`);
    await settle(page);
    await page.setInputFiles('input[type=file]', [
      { name: 'harbour_spring.png', mimeType: 'image/png', buffer: await banner({ width: 600, height: 500 }) },
      { name: 'harbour_odd.png', mimeType: 'image/png', buffer: await banner({ width: 333, height: 100 }) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
    ]);
    const files = page.getByRole('list', { name: 'Files' });
    await files.getByText('Matched by aspect ratio').waitFor();
    await files.getByText('No format has the size 333 × 100').waitFor();
    await files.getByText('This file type is not supported').waitFor();
    await page.getByRole('combobox', { name: 'Brand' }).click();
    await page.getByRole('option', { name: 'Harbour' }).click();
    await page.getByLabel('Click-through URL').fill('https://harbour.example/spring');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await files.getByRole('link', { name: 'harbour spring' }).waitFor();
    expect(await files.getByText('Pending review').count()).toBe(1);
    await keepPicture(page, 'creatives-uploaded-light');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a reviewer works by keyboard: next creative, approve, reject with a reason', async () => {
    await waiting(world, 'To be refused');
    const { page, context, faults } = await world.open('reviewer');
    await page.goto(`${world.url}/review`);
    const queue = page.getByRole('list', { name: 'Pending review' });
    await queue.getByText('harbour spring').waitFor();
    await page.getByRole('heading', { name: 'harbour spring' }).waitFor();
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'review-light');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'To be refused' }).waitFor();
    await settle(page);
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('The click leads nowhere.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('heading', { name: 'harbour spring' }).waitFor();
    await settle(page);
    await page.keyboard.press('a');
    await page.getByText('Nothing to review').waitFor();
    expect(faults).toEqual([]);
    await context.close();
    expect(await stateOf(world, 'harbour spring')).toMatchObject({ state: 'approved' });
    expect(await stateOf(world, 'To be refused')).toMatchObject({
      state: 'rejected',
      rejectionReason: 'The click leads nowhere.',
    });
  });

  test('an image with another aspect ratio is cropped to the part that the user selects', async () => {
    const { page, faults, context } = await world.open('manager');
    await page.goto(`${world.url}/creatives/new`);
    await settle(page);
    await page.getByRole('combobox', { name: 'Brand' }).click();
    await page.getByRole('option', { name: 'Harbour' }).click();
    const buffer = await banner({ width: 900, height: 300 });
    await page.setInputFiles('input[type=file]', [{ name: 'harbour-wide.png', mimeType: 'image/png', buffer }]);
    await page.getByRole('combobox', { name: 'Format of harbour-wide.png' }).click();
    await page
      .getByRole('option', { name: /300 × 250/ })
      .first()
      .click();
    await page.getByText('The image is cropped to 300 × 250.').waitFor();
    const slider = page.getByRole('slider', { name: 'Crop of harbour-wide.png' });
    expect(await slider.getAttribute('aria-valuenow')).toBe('50');
    await slider.press('Home');
    expect(await slider.getAttribute('aria-valuenow')).toBe('0');
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'creative-crop');
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    await page.getByRole('link', { name: 'harbour-wide' }).waitFor();
    expect(await stateOf(world, 'harbour-wide')).toMatchObject({ width: 300, height: 250 });

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'harbour-wide' }).click();
    const creative = await opened;
    await creative.getByRole('button', { name: 'More actions' }).click();
    await creative.getByRole('menuitem', { name: 'Replace file' }).click();
    const dialog = creative.getByRole('dialog');
    const replacement = async (name: string, height: number) => {
      const file = { name, mimeType: 'image/png', buffer: await banner({ width: 1_800, height }) };
      await dialog.locator('input[type=file]').setInputFiles([file]);
      return dialog.getByRole('slider', { name: `Crop of ${name}` });
    };
    const reset = await replacement('wider.png', 300);
    expect(await reset.getAttribute('aria-valuenow')).toBe('50');
    const kept = await replacement('sharper.png', 600);
    expect(await kept.getAttribute('aria-valuenow')).toBe('0');
    await kept.press('End');
    expect(await violationsOn(creative)).toEqual([]);
    await keepPicture(creative, 'creative-replacement-crop');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf(world, 'harbour-wide')).toMatchObject({
      width: 300,
      height: 250,
      assets: [{ crop: { focalPoint: { x: 100, y: 50 }, width: 1_800, height: 600 } }],
    });
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the page of an HTML5 creative states which images were resized', async () => {
    const changed = await world.placard.call('PATCH', '/api/v1/settings', {
      json: { resizeBundleImages: true },
      headers: { 'if-match': '*' },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const { page, faults, context } = await world.open('manager');
    await page.goto(`${world.url}/creatives/new`);
    await settle(page);
    await page.getByRole('combobox', { name: 'Brand' }).click();
    await page.getByRole('option', { name: 'Harbour' }).click();
    const content = '<!doctype html><script>var clickTag;</script><img src="photo.png" width="300" height="250">';
    const buffer = writeZip([
      { path: 'index.html', content },
      { path: 'photo.png', content: await banner({ width: 1_500, height: 1_250 }) },
    ]);
    await page.setInputFiles('input[type=file]', [
      { name: 'harbour-300x250.zip', mimeType: 'application/zip', buffer },
    ]);
    await page.getByRole('button', { name: 'Upload 1 file' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'harbour-300x250' }).click();
    const creative = await opened;
    await creative.getByText(/^Information: 1 image was resized, which saves \d+ bytes: photo.png from/).waitFor();
    expect(await violationsOn(creative)).toEqual([]);
    await keepPicture(creative, 'creative-resized-images');
    expect(faults).toEqual([]);
    await context.close();
  });
});

function banner(size: { readonly width: number; readonly height: number }): Promise<Buffer> {
  const brand = demoMediaPartners[0]?.brands[0];
  if (brand === undefined) throw new Error('The demo has no brand');
  return drawBanner(brand, size);
}

/** Creates markup as the advertiser, whose creatives require a review. */
async function waiting(world: WebWorld, name: string): Promise<void> {
  const { page, context } = await world.open('advertiser');
  await page.goto(`${world.url}/creatives/new?source=html`);
  await settle(page);
  await page.getByRole('combobox', { name: 'Brand' }).click();
  await page.getByRole('option', { name: 'Harbour' }).click();
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('textbox', { name: 'Markup' }).fill('<b>Spring</b>');
  await page.getByRole('button', { name: 'Create creative' }).click();
  await page.getByRole('heading', { name }).waitFor();
  await context.close();
}

async function stateOf({ placard }: WebWorld, name: string): Promise<unknown> {
  const { body } = await placard.call('GET', `/api/v1/creatives?search=${encodeURIComponent(name)}`);
  return (body as readonly unknown[])[0];
}
