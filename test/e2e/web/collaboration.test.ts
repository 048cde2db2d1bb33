import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  desktop,
  keepPicture,
  problemsOf,
  settle,
  showBy,
  violationsOn,
} from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';

describe('comments and notifications', () => {
  let world: WebWorld;
  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  const commentsOn = (page: Page) => page.getByRole('region', { name: 'Comments' });
  const bookingUrl = () => `${world.url}/bookings/${world.booked.bookingId}`;

  test('a mentioned user sees the bell, opens the booking and answers', async () => {
    const manager = await world.open('manager');
    await manager.page.goto(bookingUrl());
    const comments = commentsOn(manager.page);
    const field = comments.getByLabel('New comment');
    await field.pressSequentially('See <b>https://example.com/plan</b>, @adv');
    await comments.getByRole('option', { name: 'The advertiser' }).waitFor();
    expect(await violationsOn(manager.page)).toEqual([]);
    await field.press('Enter');
    expect(await field.inputValue()).toBe('See <b>https://example.com/plan</b>, @The advertiser ');
    await field.press('End');
    await field.press('Enter');
    await field.pressSequentially('Second line');
    // The draft is kept while another page is open.
    await manager.page.goto(`${world.url}/campaigns`);
    await manager.page.goto(bookingUrl());
    expect(await field.inputValue()).toContain('Second line');
    await field.press('Control+Enter');
    const sent = comments.getByRole('article', { name: 'Comment by The manager' });
    await sent.getByRole('link', { name: 'https://example.com/plan' }).waitFor();
    expect(await sent.textContent()).toContain('@The advertiser \nSecond line');
    await waitForValue(manager.page, '');

    const advertiser = await world.open('advertiser');
    const bell = advertiser.page.getByRole('button', { name: 'Notifications, 1 unread' });
    await bell.click();
    const list = advertiser.page.getByRole('dialog', { name: /^Notifications/ });
    const entry = list.getByRole('link', { name: /^The manager mentioned you on / });
    await entry.waitFor();
    for (const scheme of ['dark', 'light'] as const) {
      await showBy(advertiser.page, scheme);
      expect(await violationsOn(advertiser.page), scheme).toEqual([]);
    }
    await entry.click();
    await advertiser.page.waitForURL(bookingUrl());
    await advertiser.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await commentsOn(advertiser.page).getByLabel('New comment').fill('Done');
    await commentsOn(advertiser.page).getByRole('button', { name: 'Send comment' }).click();
    await commentsOn(advertiser.page).getByRole('article', { name: 'Comment by The advertiser' }).waitFor();
    await settle(advertiser.page);
    expect(await problemsOf(advertiser.page, 'comments')).toEqual([]);
    await showBy(advertiser.page, 'dark');
    expect(await violationsOn(advertiser.page)).toEqual([]);
    expect([...manager.faults, ...advertiser.faults]).toEqual([]);
    await manager.context.close();
    await advertiser.context.close();
  });

  test('an author edits and deletes a comment, and undoes the deletion', async () => {
    const { page, context, faults } = await world.open('viewer');
    await page.goto(`${world.url}/creatives/${world.booked.creativeId}`);
    const comments = commentsOn(page);
    await comments.getByLabel('New comment').fill('First text');
    await comments.getByLabel('New comment').press('Control+Enter');
    await comments.getByRole('button', { name: 'Edit comment' }).click();
    await comments.getByLabel('Edited comment').fill('Second text');
    await comments.getByLabel('Edited comment').press('Control+Enter');
    await comments.getByText('Second text').waitFor();
    await comments.getByRole('button', { name: 'Delete comment' }).click();
    await comments.getByText('No comments yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await comments.getByText('Second text').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a user without access to the object cannot be mentioned and cannot read the comments', async () => {
    const { call } = world.placard;
    const other = await call('POST', '/api/v1/users', {
      json: { name: 'The outsider', email: 'outsider@placard.example', role: 'advertiser' },
    });
    expect(other.status).toBe(201);
    const outsider = (other.body as { id: number }).id;
    const refused = await call('POST', '/api/v1/comments', {
      json: { kind: 'bookings', objectId: world.booked.bookingId, text: 'Hello', mentionIds: [outsider] },
    });
    expect(refused.status).toBe(400);
    const { page, context } = await world.open('manager');
    await page.goto(bookingUrl());
    await commentsOn(page).getByLabel('New comment').pressSequentially('@out');
    await commentsOn(page).getByText('No matching user can read this object.').waitFor();
    await context.close();
    const { body } = await call('GET', '/api/v1/user-mapping/advertiser@placard.example');
    const mappings = (body as readonly Record<string, unknown>[]).map(({ createdAt: _, ...mapping }) => mapping);
    await call('DELETE', '/api/v1/user-mapping/advertiser@placard.example');
    const advertiser = await world.open('advertiser');
    const path = `/api/v1/comments?kind=bookings&objectId=${world.booked.bookingId}`;
    expect(await advertiser.page.evaluate(async (url) => (await fetch(url)).status, path)).toBe(404);
    await advertiser.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await advertiser.context.close();
    expect(mappings.length).toBe(1);
  });

  test('files are attached by button, paste and drop, and downloaded with their bytes', async () => {
    const { page, context, faults } = await world.open('viewer');
    await page.goto(`${world.url}/creatives/${world.booked.creativeId}`);
    const comments = commentsOn(page);
    const image = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer();
    const plan = randomBytes(300_000);
    const chooser = page.waitForEvent('filechooser');
    await comments.getByRole('button', { name: 'Attach files' }).press('Enter');
    await (await chooser).setFiles({ name: 'Media plan.pdf', mimeType: 'application/pdf', buffer: plan });
    await transferFiles(comments.getByLabel('New comment'), 'paste', [{ name: 'image.png', content: image }]);
    const drafts = comments.getByRole('list', { name: 'Attachments' });
    await drafts.getByText('Media plan.pdf').waitFor();
    await drafts.getByText('image.png').waitFor();
    await transferFiles(comments.getByLabel('New comment'), 'drop', [
      { name: 'empty.txt', content: Buffer.alloc(0) },
      { name: 'page.html', content: Buffer.from('<script>document.title = "changed"</script>') },
    ]);
    await comments.getByText('empty.txt was not attached: the file is empty.').waitFor();
    await comments.getByRole('button', { name: 'Remove page.html' }).click();
    expect(await drafts.getByRole('listitem').count()).toBe(2);
    await expect
      .poll(() => comments.getByRole('button', { name: 'Send comment' }).isEnabled(), { timeout: 20_000 })
      .toBe(true);
    // Uploaded files are kept while another page is open.
    await page.goto(`${world.url}/campaigns`);
    await page.goto(`${world.url}/creatives/${world.booked.creativeId}`);
    await drafts.getByText('image.png').waitFor();
    await showOnPhone(page, 'attachment-drafts');
    await comments.getByLabel('New comment').press('Control+Enter');
    const sent = comments.getByRole('article').filter({ hasText: 'image.png' });
    await sent.getByRole('link', { name: 'Media plan.pdf' }).waitFor();
    const thumbnail = sent.getByRole('list', { name: 'Attached images' }).locator('img');
    await expect
      .poll(() => thumbnail.evaluate((node: HTMLImageElement) => node.naturalWidth), { timeout: 20_000 })
      .toBe(480);
    for (const [name, content] of [
      ['Media plan.pdf', plan],
      ['image.png', image],
    ] as const) {
      const started = page.waitForEvent('download');
      await sent.getByRole('link', { name }).click();
      const download = await started;
      expect(download.suggestedFilename()).toBe(name);
      expect((await readFile(await download.path())).equals(content), name).toBe(true);
    }
    await showOnPhone(page, 'attachments');
    await sent.getByRole('button', { name: 'Edit comment' }).click();
    await sent.getByRole('button', { name: 'Remove Media plan.pdf' }).click();
    await sent.getByLabel('Edited comment').press('Control+Enter');
    await sent.getByText('Media plan.pdf').waitFor({ state: 'detached' });
    await sent.getByText('image.png').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  /** Checks both color schemes in both widths. */
  async function showOnPhone(page: Page, name: string): Promise<void> {
    const size = page.viewportSize() ?? desktop;
    for (const [width, viewport] of [
      ['desktop', desktop],
      ['phone', { width: 390, height: 844 }],
    ] as const) {
      await page.setViewportSize(viewport);
      for (const scheme of ['light', 'dark'] as const) {
        await showBy(page, scheme);
        await settle(page);
        await keepPicture(page, `${name}-${width}-${scheme}`);
        expect(await violationsOn(page), `${name} ${width} ${scheme}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${name} ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await showBy(page, 'light');
    await page.setViewportSize(size);
  }

  /** Pastes or drops files, as the browser does it for the clipboard and for files of the desktop. */
  async function transferFiles(
    target: Locator,
    type: 'paste' | 'drop',
    files: readonly { readonly name: string; readonly content: Buffer }[],
  ): Promise<void> {
    const sent = files.map(({ name, content }) => ({ name, base64: content.toString('base64') }));
    await target.evaluate(
      (node, { how, all }) => {
        const data = new DataTransfer();
        for (const { name, base64 } of all) {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const mime = name.endsWith('.png') ? 'image/png' : 'text/plain';
          data.items.add(new File([bytes], name, { type: mime }));
        }
        const options = { bubbles: true, cancelable: true };
        if (how === 'paste') node.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        else {
          for (const step of ['dragenter', 'dragover', 'drop']) {
            node.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
          }
        }
      },
      { how: type, all: sent },
    );
  }

  async function waitForValue(page: Page, value: string): Promise<void> {
    await expect.poll(() => commentsOn(page).getByLabel('New comment').inputValue()).toBe(value);
  }
});
