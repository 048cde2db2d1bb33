import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScreenPosition } from '../../support/browser/screen-position.ts';
import { keepPicture, problemsOf, settle, violationsOn } from '../../support/browser/web-page-checks.ts';
import { type Desk, startWebWorld, type WebWorld } from '../../support/browser/web-world.ts';
import { createByApi } from '../../support/fixtures/call-placard.ts';
import { waitUntil } from '../../support/process/wait-until.ts';

describe('loops of screens', () => {
  let world: WebWorld;
  let desk: Desk;

  beforeAll(async () => {
    world = await startWebWorld();
    desk = await world.open('admin');
  });
  afterAll(async () => {
    await world?.close();
  });

  test('show their plays, the booked plays that do not fit, and why a store takeover does not play', async () => {
    const { call } = world.placard;
    const { id: positionId } = await makeScreenPosition(world, { code: '_hall_' });
    for (const [name, loop] of [
      ['Tram stop', { playsPerLoop: 4 }],
      ['Bus stop', { playsPerLoop: 3 }],
    ] as const) {
      const booking = await createByApi(world.placard, '/bookings', {
        campaignId: world.booked.campaignId,
        name,
        type: 'in_store',
        startDate: '2026-01-01T00:00:00Z',
        positionIds: [positionId],
        creatives: [{ creativeId: world.booked.creativeId }],
        loop,
      });
      expect(await call('POST', `/api/v1/bookings/${booking.id}/actions/submit`)).toMatchObject({ status: 200 });
    }
    await waitUntil('the plan of both bookings', async () => {
      const { body } = await call('GET', `/api/v1/inventory/position/${positionId}/loop`);
      return (body as { bookings?: readonly unknown[] }).bookings?.length === 2;
    });
    const page = await desk.go(`/inventory/loop?position=${positionId}`);
    await page.getByText(/stop misses [\d,]+ booked plays in [\d,]+ loops/).waitFor();
    const plays = page.getByRole('list', { name: /^Plays of the loop at/ }).getByRole('listitem');
    expect(await plays.count()).toBe(6);
    expect((await plays.getByText('Tram stop').count()) + (await plays.getByText('Bus stop').count())).toBe(6);
    await page.getByRole('slider', { name: 'Loop start time' }).press('ArrowRight');
    await page.getByRole('heading', { name: 'Loop at 00:01' }).waitFor();
    expect(await problemsOf(desk.page, 'loop')).toEqual([]);

    const { id: takeover } = await createByApi(world.placard, '/bookings', {
      campaignId: world.booked.campaignId,
      name: 'Takeover',
      type: 'in_store',
      startDate: '2026-01-01T00:00:00Z',
      positionIds: [positionId],
      creatives: [{ creativeId: world.booked.creativeId }],
      loop: { playsPerLoop: 1, wholeStore: true },
    });
    expect(await call('POST', `/api/v1/bookings/${takeover}/actions/submit`)).toMatchObject({ status: 200 });
    await waitUntil('the loop to state the problem', async () => {
      const { body } = await call('GET', `/api/v1/inventory/position/${positionId}/loop`);
      const { problems } = body as { readonly problems?: readonly { readonly kind: string }[] };
      return problems?.some(({ kind }) => kind === 'roadblock_no_store') === true;
    });
    await desk.go(`/bookings/${takeover}`);
    const issues = page.getByRole('region', { name: 'Store takeover not playing' });
    await issues
      .getByText(/Takeover is not planned: it takes over a whole store, and this screen has no store/)
      .waitFor();
    await issues.getByRole('link', { name: /_hall_/ }).waitFor();
    await settle(page);
    expect(await violationsOn(page)).toEqual([]);
    await keepPicture(page, 'booking-store-takeover');
    await desk.go(`/bookings/${world.booked.bookingId}`);
    await settle(page);
    expect(await issues.count()).toBe(0);
  });
});
