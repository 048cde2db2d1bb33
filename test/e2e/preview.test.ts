import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormatRow } from '../../src/core/snapshot/snapshot-rows.ts';
import { openPreviewFolder } from '../../src/exchange/previews/preview-folder.ts';
import { writePreviewLink } from '../../src/exchange/previews/signed-preview-link.ts';
import { deriveKey } from '../../src/platform/keys/derive-key.ts';
import { createTextSigner } from '../../src/platform/keys/signed-text.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { creativeRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';

const secret = randomBytes(32).toString('hex');
/** Markup that shows the size of its frame and tries an attack. */
const html = `<style>body{background:#0a5d4a;color:#fff;font:bold 24px sans-serif}</style><div>Winter coffee</div>
<script>try { parent.document.title = 'stolen' } catch { document.title = 'kept out' }</script>`;

describe('the preview page in Chromium', () => {
  let delivery: TestDelivery;
  let browser: Browser;
  let page: Page;
  let pictures: string;

  beforeAll(async () => {
    delivery = await startTestDelivery(snapshotRows(), { secret });
    browser = await launchChromium([{ name: 'ads.example', to: new URL(delivery.base).host }]);
    page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
    page.setDefaultTimeout(10_000);
    pictures = process.env['PLACARD_PICTURES'] ?? (await mkdtemp(join(tmpdir(), 'placard-preview-')));
  });
  afterAll(async () => {
    await browser?.close();
    await delivery?.close();
  });

  async function open(width: number, height: number): Promise<void> {
    const format: FormatRow = { ...(snapshotRows().formats[0] as FormatRow), width, height };
    const creative = creativeRow({ id: 99, kind: 'html', file: null, html, width, height, name: 'Winter coffee' });
    const name = await openPreviewFolder(delivery.dataFolder).keep({ creative, format });
    const signer = createTextSigner(deriveKey(secret, 'preview-link'));
    const id = writePreviewLink(signer, { name, expiresAt: Math.floor(Date.now() / 1000) + 60 });
    await page.goto(`http://ads.example/creatives/preview/${id}`);
    await page.frameLocator('iframe').getByText('Winter coffee').waitFor();
  }

  /** Returns the displayed creative and the selected context. */
  async function seen(frame: string) {
    await page.getByText(frame, { exact: true }).click();
    await page.screenshot({ path: join(pictures, `${frame.replaceAll(' ', '-')}-${page.viewportSize()?.width}.png`) });
    const box = async (selector: string) => {
      const found = await page.locator(selector).boundingBox();
      if (found === null) throw new Error(`${selector} is not displayed`);
      return { width: Math.round(found.width), height: Math.round(found.height) };
    };
    return { creative: await box('iframe'), frame: await box('.surface') };
  }

  test('shows a creative in its size, on a page, on a phone and on a screen, and isolates its markup', async () => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await open(728, 90);
    expect((await seen('Actual size')).creative).toEqual({ width: 730, height: 92 });
    expect((await seen('On a page')).creative).toEqual({ width: 728, height: 90 });
    const phone = await seen('On a phone');
    expect(phone.frame.width).toBe(390);
    expect(phone.creative.width).toBeLessThanOrEqual(390);
    const screen = await seen('On a screen');
    expect(screen.creative).toEqual({ width: 960, height: 119 });
    expect(screen.frame).toEqual({ width: 992, height: 572 });
    expect(await page.title()).toBe('Preview: Winter coffee');
    expect(faults).toEqual([]);
  });

  test('shows a tall creative on a portrait screen, and is usable by keyboard', async () => {
    await open(1080, 1920);
    await page.locator('#alone').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('#screen').isChecked()).toBe(true);
    const { creative, frame } = await seen('On a screen');
    expect(creative).toEqual({ width: 540, height: 960 });
    expect(frame).toEqual({ width: 572, height: 992 });
  });

  test('fits a phone viewport', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(300, 250);
    await seen('Actual size');
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wider).toBe(0);
  });
});
