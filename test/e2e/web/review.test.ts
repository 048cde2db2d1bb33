import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, problemsOf, resize, settle } from '../../support/browser/web-page-checks.ts';
import { startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { readByApi } from '../../support/fixtures/call-placard.ts';

describe('approved objects that await another review', () => {
  let world: WebWorld;
  let page: Page;
  let faults: readonly string[];

  beforeAll(async () => {
    world = await startWebWorld();
    const { bookingId, creativeId } = world.booked;
    const author = await world.open('advertiser');
    const { locationId, formatId } = await readByApi(world.placard, '/inventory/position/1');
    const position = await world.placard.call('POST', '/api/v1/inventory/position', {
      json: { locationId, formatId, code: '_side' },
    });
    const positionIds = [1, (position.body as { id: number }).id];
    const targeting = { fact: 'country', values: ['BE', 'NL'] };
    await change(author.page, `/bookings/${bookingId}`, { priority: 3, positionIds, targeting });
    await world.placard.call('POST', `/api/v1/creatives/${creativeId}/actions/pause`);
    await change(author.page, `/creatives/${creativeId}`, { altText: 'A bicycle beside the water' });
    await author.context.close();
    ({ page, faults } = await world.open('reviewer'));
  });
  afterAll(async () => {
    await world?.close();
  });

  function rowOf(name: string) {
    return page.getByRole('row').filter({
      has: page.getByRole('rowheader', { name, exact: true }).or(page.getByRole('cell', { name, exact: true })),
    });
  }

  test('a booking shows changes since its approval by field, in the review and on its page', async () => {
    await resize(page, desktop);
    await page.goto(`${world.url}/review?item=booking-${world.booked.bookingId}`);
    await page.getByRole('heading', { name: 'Changes since approval' }).waitFor();
    await settle(page);
    await rowOf('Priority').getByText('3').waitFor();
    await rowOf('Priority').getByText('5').waitFor();
    await rowOf('Targeting').getByText('Country is be or nl').waitFor();
    await rowOf('Targeting').getByText('All requests').waitFor();
    await rowOf('Positions').getByText('_news_home_-rectangle and _news_home__side-rectangle').waitFor();
    expect(await page.getByRole('table', { name: 'Changes since approval' }).getByRole('row').count()).toBe(4);
    expect(await problemsOf(page, 'review-changes')).toEqual([]);
    await page.goto(`${world.url}/bookings/${world.booked.bookingId}`);
    await rowOf('Targeting').getByText('Country is be or nl').waitFor();
    await settle(page);
    expect(await problemsOf(page, 'booking-changes')).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a creative that was suspended and changed shows its approved version', async () => {
    await page.goto(`${world.url}/review?item=creative-${world.booked.creativeId}`);
    await rowOf('Alternative text').getByText('A bicycle beside the water').waitFor();
    await settle(page);
    const queue = page.getByRole('list', { name: 'Pending review' });
    await queue.getByText('Changed creative, Image').waitFor();
    await queue.getByText('Changed booking, Display').waitFor();
    expect(await problemsOf(page, 'review-creative-changes')).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('the history of a page is updated by actions on the page', async () => {
    const admin = await world.open('admin');
    const history = admin.page.getByRole('region', { name: 'Activity' });
    await admin.page.goto(`${world.url}/bookings/${world.booked.bookingId}`);
    await history
      .getByText(/ changed /)
      .first()
      .waitFor();
    await admin.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await history.getByText(/ approved /).waitFor();
    await admin.page.goto(`${world.url}/creatives/${world.booked.creativeId}`);
    await history
      .getByText(/ changed /)
      .first()
      .waitFor();
    await admin.page.getByRole('button', { name: 'Edit', exact: true }).click();
    await admin.page.getByRole('dialog').getByLabel('Name').fill('Summer banner');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await history.getByText(/ changed name of /).waitFor();
    expect(admin.faults).toEqual([]);
    await admin.context.close();
  });
});

/** Makes a change as the user who is signed in on the page. */
async function change(page: Page, path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const status = await page.evaluate(
    async ([address, json]) => {
      const headers = { 'Content-Type': 'application/merge-patch+json', 'If-Match': '*', 'Placard-Session': '1' };
      const answer = await fetch(address, { method: 'PATCH', headers, body: json });
      return answer.status;
    },
    [`/api/v1${path}`, JSON.stringify(body)] as const,
  );
  expect(status).toBe(200);
}
