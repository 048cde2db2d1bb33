import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MappedAdvertiser, mapAdvertiser } from '../../../../test/support/fixtures/mapped-advertiser.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';

let management: TestManagement;
let advertiser: MappedAdvertiser;

beforeAll(async () => {
  management = await startTestManagement();
  advertiser = await mapAdvertiser(management);
});
afterAll(() => management?.close());

async function approved(fields: Record<string, unknown> = {}) {
  const { id, campaignId } = await advertiser.makeBooking(fields);
  await management.call('POST', `/bookings/${id}/actions/submit`);
  return { campaigns: campaignId, bookings: id };
}

const act = (kind: string, id: number, action: string, who = {}) =>
  management.call('POST', `/${kind}/${id}/actions/${action}`, who);

describe.each(['campaigns', 'bookings'] as const)('%s', (kind) => {
  test.each([
    ['cancel', 'reopen'],
    ['archive', 'unarchive'],
  ])('ad operations %s it: an advertiser cannot %s it', async (action, back) => {
    const id = (await approved())[kind];
    await act(kind, id, action);
    expect(await act(kind, id, back, advertiser.who)).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
    const items = [{ id, action: back }];
    const many = await management.call('POST', `/${kind}/bulk`, { body: { items }, ...advertiser.who });
    expect(many.body).toMatchObject({ applied: false, results: [{ status: 403 }] });
    expect((await act(kind, id, back)).status).toBe(200);
    expect((await act(kind, id, action, advertiser.who)).status).toBe(200);
    expect((await act(kind, id, back, advertiser.who)).status).toBe(200);
  });

  test("refuses an advertiser's unarchive after ad operations archived the booking", async () => {
    const ids = await approved();
    if (kind === 'campaigns') await act('bookings', ids.bookings, 'archive');
    const id = ids[kind];
    expect((await management.call('DELETE', `/${kind}/${id}`, { headers: { 'if-match': '*' } })).status).toBe(200);
    expect((await act(kind, id, 'unarchive', advertiser.who)).status).toBe(403);
  });
});

describe('a change of an approved booking by an advertiser', () => {
  const patch = (id: number, body: Record<string, unknown>) =>
    management.call('PATCH', `/bookings/${id}`, { body, headers: { 'if-match': '*' }, ...advertiser.who });
  const terms = {
    priority: 5,
    exclusionLabels: ['cars'],
    activeDays: ['mon', 'tue'],
    dayParts: [{ fromMinute: 600, toMinute: 720 }],
    caps: [{ scope: 'day', most: 2 }],
  };

  test.each<[string, Record<string, unknown>]>([
    ['a higher priority', { priority: 0 }],
    ['no label', { exclusionLabels: [] }],
    ['another label', { exclusionLabels: ['cars', 'planes'] }],
    ['more days', { activeDays: [] }],
    ['more hours', { dayParts: [] }],
    ['no cap', { caps: [] }],
    ['duplicates', { duplicatesAllowed: true }],
    ['another type', { type: 'in_store' }],
  ])('%s requires a new review', async (_what, body) => {
    const { bookings } = await approved(terms);
    expect(await patch(bookings, body)).toMatchObject({ status: 200, body: { status: 'pending_approval' } });
  });

  test.each<[string, Record<string, unknown>]>([
    ['a name', { name: 'Another' }],
    ['a lower priority', { priority: 9 }],
    ['fewer hours', { dayParts: [{ fromMinute: 600, toMinute: 660 }] }],
    ['a tighter cap', { caps: [{ scope: 'day', most: 1 }] }],
  ])('%s requires no new review', async (_what, body) => {
    const { bookings } = await approved(terms);
    const answer = await patch(bookings, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.status).not.toBe('pending_approval');
  });
});

describe('the rejection reason', () => {
  const reason = 'We do not show gambling beside news.';

  async function submitted() {
    const { id, campaignId } = await advertiser.makeBooking();
    expect((await act('bookings', id, 'submit', advertiser.who)).body).toMatchObject({ status: 'pending_approval' });
    return { campaigns: campaignId, bookings: id };
  }

  test.each(['bookings', 'campaigns'] as const)(
    'given with a rejection of %s, is returned to its submitter',
    async (kind) => {
      const ids = await submitted();
      expect((await act(kind, ids[kind], 'reject', { body: { reason } })).status).toBe(200);
      const read = () => management.call('GET', `/bookings/${ids.bookings}`, advertiser.who);
      expect((await read()).body).toMatchObject({ status: 'rejected', rejectionReason: reason });
      const audit = await management.call('GET', `/audit?kind=bookings&objectId=${ids.bookings}&action=reject`);
      expect(JSON.stringify(audit.body)).toContain(reason);
      const events = await management.database
        .selectFrom('event')
        .select('event.payload')
        .where('event.type', '=', 'booking.rejected')
        .execute();
      const told = events.map(({ payload }) => JSON.parse(payload).data);
      expect(told.find(({ id }) => id === ids.bookings)).toMatchObject({ reason });
      await act('bookings', ids.bookings, 'reopen', advertiser.who);
      expect((await read()).body).toMatchObject({ status: 'draft', rejectionReason: reason });
      await act('bookings', ids.bookings, 'submit', advertiser.who);
      expect((await read()).body).toMatchObject({ status: 'pending_approval', rejectionReason: null });
    },
  );

  test('is optional, is accepted in bulk, and is refused with every other action', async () => {
    const [first, second] = [await submitted(), await submitted()];
    expect((await act('bookings', first.bookings, 'reject')).body).toMatchObject({ rejectionReason: null });
    const bulk = (item: Record<string, unknown>) =>
      management.call('POST', '/bookings/bulk', { body: { items: [{ id: second.bookings, ...item }] } });
    expect((await bulk({ action: 'approve', reason })).status).toBe(400);
    expect((await bulk({ action: 'reject', reason })).body.results).toMatchObject([
      { object: { rejectionReason: reason } },
    ]);
    const wrong = await act('bookings', second.bookings, 'reject', { body: { because: reason } });
    expect(wrong).toMatchObject({ status: 400 });
  });
});
