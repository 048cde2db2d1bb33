import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import { webhookEvent } from '../../../../contract/webhook/webhook-event.ts';
import { watchBookings } from './watch-bookings.ts';

let management: TestManagement;
let clockMs = Date.now();
let booking: { readonly id: number };
let position: { readonly id: number };
let creative: { readonly id: number };

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => clockMs });
});
afterAll(() => management?.close());
beforeEach(async () => {
  const campaign = await makeObject(management, 'campaigns');
  position = await makeObject(management, 'inventory/position');
  const brandId = (campaign['brandIds'] as number[])[0];
  creative = await makeObject(management, 'creatives', {
    brandId,
    formatId: (position as { formatId?: number }).formatId,
  });
  booking = await makeObject(management, 'bookings', {
    campaignId: campaign.id,
    positionIds: [],
    locationIds: [(position as { locationId?: number }).locationId],
    creatives: [{ creativeId: creative.id }],
    startDate: new Date(clockMs + 86_400_000).toISOString(),
    endDate: new Date(clockMs + 2 * 86_400_000).toISOString(),
  });
  await act('bookings', booking.id, 'submit');
  await told();
});

function act(kind: string, id: number, action: string) {
  return management.call('POST', `/${kind}/${id}/actions/${action}`);
}

const watch = () =>
  watchBookings({ database: management.database, publicUrl: 'https://ads.example', nowMs: () => clockMs });

/** Returns the events of a pass, without those of actions. */
async function told() {
  const last = await management.database
    .selectFrom('event')
    .select((eb) => eb.fn.max('event.id').as('id'))
    .executeTakeFirst();
  await watch();
  const rows = await management.database
    .selectFrom('event')
    .select('event.payload')
    .where('event.id', '>', last?.id ?? 0)
    .orderBy('event.id')
    .execute();
  return rows
    .map(({ payload }) => webhookEvent.parse(JSON.parse(payload)))
    .filter(({ data }) => data.id === booking.id);
}

test('sends one event each when a creative is suspended and approved again', async () => {
  await act('creatives', creative.id, 'pause');
  expect(await told()).toEqual([
    {
      type: 'booking.health_changed',
      timestamp: expect.any(String),
      data: {
        kind: 'bookings',
        id: booking.id,
        link: `https://ads.example/api/v1/bookings/${booking.id}`,
        status: 'not_ready',
        previousStatus: null,
        actor: null,
        revision: expect.any(Number),
        blockingReasons: ['CREATIVE_NOT_APPROVED'],
        previousBlockingReasons: [],
      },
    },
  ]);
  expect(await told()).toEqual([]);
  await act('creatives', creative.id, 'resume');
  expect(await told()).toMatchObject([
    { data: { blockingReasons: [], previousBlockingReasons: ['CREATIVE_NOT_APPROVED'] } },
  ]);
});

test('sends an event when no position remains; of two concurrent passes one sends it', async () => {
  await management.call('DELETE', `/inventory/position/${position.id}`, { headers: { 'if-match': '*' } });
  const first = await management.database
    .selectFrom('event')
    .select((eb) => eb.fn.max('event.id').as('id'))
    .executeTakeFirst();
  await Promise.all([watch(), watch(), watch()]);
  await watch();
  const rows = await management.database
    .selectFrom('event')
    .select('event.payload')
    .where('event.id', '>', first?.id ?? 0)
    .execute();
  expect(rows.map(({ payload }) => JSON.parse(payload).data.blockingReasons)).toEqual([['NO_POSITION']]);
});

test('sends events at start and end dates, also if no pass ran at that time', async () => {
  clockMs += 86_400_000;
  expect(await told()).toMatchObject([
    { type: 'booking.started', data: { id: booking.id, status: 'running', previousStatus: 'planned', revision: null } },
  ]);
  expect(await told()).toEqual([]);
  clockMs += 86_400_000;
  expect(await told()).toMatchObject([
    { type: 'booking.finished', data: { status: 'finished', previousStatus: 'running' } },
  ]);
  expect(await told()).toEqual([]);
});

test('sends no events for a draft', async () => {
  const draft = await makeObject(management, 'bookings');
  booking = draft;
  expect(await told()).toEqual([]);
  await management.call('PATCH', `/bookings/${draft.id}`, { body: { positionIds: [] }, headers: { 'if-match': '*' } });
  await act('bookings', draft.id, 'submit');
  expect(await told()).toEqual([]);
});
