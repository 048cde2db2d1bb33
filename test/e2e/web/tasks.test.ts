import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoMediaPartners } from '../../../src/main/demo/demo-brands.ts';
import { drawBanner } from '../../../src/platform/media/banner/draw-banner.ts';
import { artefactPath } from '../../support/browser/browser.ts';
import { askForAds, countOneImpression } from '../../support/browser/web-delivery.ts';
import { keyboard, mouse, reach } from '../../support/browser/web-hand.ts';
import { isThorough, keepPicture } from '../../support/browser/web-page-checks.ts';
import {
  actionsOf,
  expectClosed,
  linksOf,
  may,
  postBookingAction,
  submitABooking,
} from '../../support/browser/web-roles.ts';
import {
  approveAll,
  bookCampaign,
  findOutWhy,
  goTo,
  mend,
  type Operator,
  report,
  setUpPosition,
} from '../../support/browser/web-tasks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

const spring = { campaign: 'Spring', booking: 'Spring, articles' };
/** Workers without permission for a task come before those who perform it, so that the objects are still undecided. */
const allWorkers = [
  { role: 'advertiser', hand: mouse, by: 'mouse', isNightly: false },
  { role: 'viewer', hand: mouse, by: 'mouse', isNightly: true },
  { role: 'admin', hand: mouse, by: 'mouse', isNightly: true },
  { role: 'manager', hand: mouse, by: 'mouse', isNightly: true },
  { role: 'reviewer', hand: mouse, by: 'mouse', isNightly: true },
  { role: 'admin', hand: keyboard, by: 'keyboard', isNightly: false },
] as const;
const workers = allWorkers.filter(({ isNightly }) => isThorough || !isNightly);

describe('the five main tasks', () => {
  let world: WebWorld;
  let banner: string;
  let advertiser: Desk;

  beforeAll(async () => {
    world = await startWebWorld();
    banner = await artefactPath('web-banner.png');
    const brand = demoMediaPartners[0]?.brands[0];
    if (brand === undefined) throw new Error('The demo has no brand for a banner');
    await writeFile(banner, await drawBanner(brand, { width: 300, height: 250 }));
    advertiser = await world.open('advertiser');
    await countOneImpression(world);
  });
  afterAll(async () => {
    await world?.close();
  });

  describe.each(workers)('as $role by $by', ({ role, hand, by }) => {
    const who = `${role} by ${by}`;
    let desk: Desk;
    let work: Operator;
    /** Makes names unique, also when a test is repeated. */
    let positions = 0;

    beforeAll(async () => {
      desk = await world.open(role);
      work = { page: desk.page, hand };
    });
    afterAll(async () => {
      await desk?.context.close();
    });
    // Each task starts on the home page without the faults of earlier tasks, so that one failure is reported once.
    beforeEach(async () => {
      desk.faults.length = 0;
      await desk.page.goto(`${world.url}/`);
      await desk.page.getByRole('navigation', { name: 'Main' }).waitFor();
    });

    /** Checks that no fault occurred, and stores a screenshot. */
    async function done(task: string): Promise<void> {
      if (by === 'mouse') await keepPicture(desk.page, `task-${task}-${role}`);
      expect(desk.faults).toEqual([]);
    }

    if (may(role, 'inventory:write')) {
      test('sets up a position', async () => {
        positions += 1;
        await setUpPosition(work, {
          code: `_news_${role}_${by}_${positions}_`,
          name: `Articles ${positions} of ${who}`,
        });
        await done('position');
        await desk.page.keyboard.press('Escape');
      });
    } else {
      test('cannot set up a position', async () => {
        if (role === 'advertiser') {
          expect(await linksOf(desk)).not.toContain('Inventory');
          await expectClosed(desk, ['/inventory', '/inventory/formats', '/media-partners']);
        } else {
          await goTo(work, 'Inventory');
          await desk.page.getByRole('button', { name: '_news_home_', exact: true }).waitFor();
          expect(await desk.page.getByRole('button', { name: /^New/ }).count()).toBe(0);
          await desk.page.goto(`${world.url}/inventory?item=new-location-1`);
          await desk.page.getByText('Your role cannot create this object.').waitFor();
          expect(await desk.page.getByRole('button', { name: /^Create/ }).count()).toBe(0);
          await desk.page.keyboard.press('Escape');
          await desk.page.getByRole('dialog').waitFor({ state: 'detached' });
        }
        await done('no-position');
      });
    }

    if (may(role, 'bookings:write')) {
      test('books a campaign with an upload, and submits it', async () => {
        await goTo(work, 'Home');
        const companies = { advertiser: 'Harbour Bikes', brand: 'Harbour' };
        await bookCampaign(work, {
          name: `Tours of ${who}`,
          booking: `Tours of ${who}, articles`,
          slotName: world.booked.slotName,
          banner,
          ...(role === 'advertiser' ? {} : { companies }),
        });
        await desk.page
          .getByText(role === 'advertiser' ? 'Pending review' : 'Scheduled')
          .first()
          .waitFor();
        await done('booking');
      });
    } else {
      test('cannot book', async () => {
        const { campaignId, bookingId } = world.booked;
        for (const [page, sign] of [
          ['Home', 'Underdelivering'],
          ['Campaigns', spring.campaign],
          ['Creatives', 'Spring banner'],
        ] as const) {
          await goTo(work, page);
          await desk.page.getByText(sign).first().waitFor();
          expect(await desk.page.getByRole('link', { name: /^New/ }).count()).toBe(0);
        }
        await desk.page.goto(`${world.url}/campaigns/${campaignId}`);
        await desk.page.getByRole('link', { name: spring.booking }).waitFor();
        expect(await desk.page.getByRole('link', { name: 'New booking' }).count()).toBe(0);
        // A reviewer may approve the campaign, also from the menu of further actions.
        const review = may(role, 'bookings:approve') ? ['Approve', ''] : [];
        expect((await actionsOf(desk)).filter((action) => !review.includes(action))).toEqual([]);
        await expectClosed(desk, [
          '/campaigns/new',
          `/bookings/new?campaign=${campaignId}`,
          `/bookings/${bookingId}/edit`,
          '/creatives/new',
        ]);
        await done('no-booking');
      });
    }

    if (may(role, 'bookings:approve')) {
      test('approves a submission of an advertiser', async () => {
        const name = `For ${who}`;
        const id = await submitABooking({ world, desk: advertiser }, name);
        await approveAll(work, name);
        await done('approval');
        const { body } = await world.placard.call('GET', `/api/v1/bookings/${id}`);
        expect(body).toMatchObject({ status: 'planned' });
      });
    } else {
      test('cannot approve', async () => {
        const id = await submitABooking({ world, desk: advertiser }, `Hidden from ${who}`);
        expect(await linksOf(desk)).not.toContain('Review');
        await desk.page.goto(`${world.url}/bookings/${id}`);
        await desk.page.getByText('Pending review').first().waitFor();
        expect(await actionsOf(desk)).not.toContain('Approve');
        await expectClosed(desk, ['/review']);
        await done('no-approval');
      });
    }

    test('finds out why a booking does not deliver, and resumes it if permitted', async () => {
      const mends = may(role, 'bookings:write');
      await resumeIfPaused(world);
      // Only ad operations can resume a booking that ad operations paused. Everyone can resume one that an advertiser
      // paused.
      await postBookingAction(advertiser, world.booked.bookingId, 'pause');
      await waitUntil('no ad', async () => (await askForAds(world)).length === 0);
      await goTo(work, 'Home');
      await findOutWhy(work, spring.booking);
      if (mends) {
        await mend(work);
        await desk.page.goto(`${desk.page.url()}/edit?field=targeting`);
        await desk.page.locator('section[aria-label="Targeting"] :focus').waitFor({ state: 'attached' });
      } else {
        expect(await actionsOf(desk)).toEqual([]);
        await postBookingAction(advertiser, world.booked.bookingId, 'resume');
      }
      await waitUntil('an ad to be served again', async () => (await askForAds(world)).length === 1);
      await done('why');
    });

    test('creates a report and downloads it', async () => {
      const [head, ...lines] = await report(work, spring.campaign);
      expect(head).toMatch(/^Day,Campaign ID,Campaign,Impressions/);
      expect(lines.join('\n')).toContain(spring.campaign);
      await done('report');
    });
  });

  test('by keyboard, the navigation can be skipped, and Tab cycles through every page', async () => {
    const { page, context } = await world.open('admin');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    for (const path of ['/', '/campaigns', `/bookings/${world.booked.bookingId}/edit`]) {
      await page.goto(world.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Tab');
      expect(
        await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().left >= 0),
      ).toBe(true);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.locator('#content').evaluate((content) => content.contains(document.activeElement))).toBe(true);
      await reach(skip);
    }
    await page.goto(`${world.url}/administration/users`);
    const opener = page.getByRole('button', { name: 'New user' });
    await keyboard.press(opener);
    await page.getByRole('menuitem', { name: 'Create without invitation' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitUntil('the focus to return to its start', () =>
      opener.evaluate((button) => button === document.activeElement),
    );
    await context.close();
  });
});

/** A failed run of the same test may have left the booking paused. */
async function resumeIfPaused({ placard, booked }: WebWorld): Promise<void> {
  const path = `/api/v1/bookings/${booked.bookingId}`;
  const { body } = await placard.call('GET', path);
  if ((body as { readonly status: string }).status === 'paused') await placard.call('POST', `${path}/actions/resume`);
}
