import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwoTenants, type TwoTenants } from '../../../../test/support/attacks/two-tenants.ts';
import { makeBody } from '../../../../test/support/fixtures/make-objects.ts';
import type { Role } from '../../../contract/access/scopes.ts';
import { notifyOfCriticalBookings } from '../booking/state/notify-critical.ts';
import { notifyOfEndingHolds } from '../booking/state/notify-ending-holds.ts';
import { watchBookings } from '../booking/state/watch-bookings.ts';

let world: TwoTenants;
beforeAll(async () => {
  world = await startTwoTenants();
  for (const [role, id] of world.userOfRole) {
    await world.management.call('PATCH', `/users/${id}`, {
      headers: { 'if-match': '*' },
      body: { name: `The ${role}` },
    });
  }
});
afterAll(() => world?.management.close());

const idOf = (role: Role) => world.userOfRole.get(role) as number;

async function as(role: Role, method: string, path: string, body?: Record<string, unknown>) {
  const headers = { 'if-match': '*' };
  return world.management.call(method, path, { user: idOf(role), headers, ...(body === undefined ? {} : { body }) });
}

async function unread(role: Role) {
  const { body, headers } = await as(role, 'GET', '/notifications?unread=true');
  expect(headers['record-count']).toBe(String(body.length));
  return body as readonly { id: number; kind: string; objectId: number }[];
}

async function drafted(): Promise<number> {
  const body = await makeBody(world.management, 'bookings', {
    campaignId: world.own.campaign,
    positionIds: [world.position],
    endDate: new Date(Date.now() + 90 * 86_400_000).toISOString(),
    creatives: [{ creativeId: world.own.creative }],
  });
  const booking = await as('advertiser', 'POST', '/bookings', body);
  expect(booking.status, JSON.stringify(booking.body)).toBe(201);
  return booking.body.id;
}

async function submitted(): Promise<number> {
  const id = await drafted();
  expect((await as('advertiser', 'POST', `/bookings/${id}/actions/submit`)).status).toBe(200);
  return id;
}

test('a mention notifies the user once, and its author not at all', async () => {
  const { booking } = world.own;
  const mentionIds = [idOf('viewer'), idOf('manager')];
  const fields = { kind: 'bookings', objectId: booking, text: 'Please check', mentionIds };
  const { body } = await as('manager', 'POST', '/comments', fields);
  expect(await unread('viewer')).toMatchObject([
    {
      kind: 'mention',
      objectKind: 'bookings',
      objectId: booking,
      objectName: 'Ownword booking',
      commentId: body.id,
      excerpt: 'Please check',
      actorName: 'The manager',
      readAt: null,
    },
  ]);
  expect(await unread('manager')).toEqual([]);
  await as('manager', 'PATCH', `/comments/${body.id}`, { text: 'Please check again' });
  expect(await unread('viewer')).toHaveLength(1);
  await as('manager', 'DELETE', `/comments/${body.id}`);
  expect(await unread('viewer')).toEqual([]);
  await as('manager', 'PATCH', `/comments/${body.id}`, { deleted: false });
});

test('notifications are marked as read one by one and all together, by their user only', async () => {
  const fields = { kind: 'bookings', objectId: world.own.booking, mentionIds: [idOf('viewer')] };
  for (const text of ['One', 'Two', 'Three']) await as('manager', 'POST', '/comments', { ...fields, text });
  const [newest, second] = await unread('viewer');
  const path = `/notifications/${second?.id}`;
  expect((await as('admin', 'PATCH', path, { read: true })).status).toBe(404);
  expect((await as('viewer', 'PATCH', path, { read: true })).body.readAt).toEqual(expect.any(String));
  const listed = (await as('viewer', 'GET', '/notifications')).body as readonly { id: number; readAt: string | null }[];
  expect(listed.at(-1)?.id).toBe(second?.id);
  expect((await as('viewer', 'PATCH', path, { read: false })).body.readAt).toBeNull();
  await as('admin', 'POST', '/notifications/actions/read', { newestId: newest?.id as number });
  expect((await unread('viewer')).length).toBeGreaterThan(2);
  const all = await as('viewer', 'POST', '/notifications/actions/read', { newestId: second?.id as number });
  expect(all).toMatchObject({ status: 201, body: { unread: 1 } });
  expect((await unread('viewer')).map(({ id }) => id)).toEqual([newest?.id]);
});

test('the creator of an object is notified of comments, and loses them with the access', async () => {
  const id = await submitted();
  await as('viewer', 'POST', '/comments', { kind: 'bookings', objectId: id, text: 'Too expensive' });
  await as('advertiser', 'POST', '/comments', { kind: 'bookings', objectId: id, text: 'I agree' });
  const ofBooking = async () => (await unread('advertiser')).filter(({ objectId }) => objectId === id);
  expect(await ofBooking()).toMatchObject([{ kind: 'comment', excerpt: 'Too expensive' }]);
  const mapping = {
    user: 'advertiser@tenants.example',
    advertiserCompanyId: world.own.partner,
    brandId: world.own.brand,
  };
  await world.management.call('DELETE', '/user-mapping', { body: mapping });
  expect(await ofBooking()).toEqual([]);
  await world.management.call('POST', '/user-mapping', { body: mapping });
  expect(await ofBooking()).toHaveLength(1);
});

test('the submitter is notified of an approval and a rejection, also through the campaign', async () => {
  const kindsOf = async (id: number) =>
    (await unread('advertiser')).filter(({ objectId }) => objectId === id).map(({ kind }) => kind);
  const rejected = await submitted();
  expect((await as('reviewer', 'POST', `/bookings/${rejected}/actions/reject`, { reason: 'No' })).status).toBe(200);
  expect(await kindsOf(rejected)).toEqual(['rejected']);
  const approved = await submitted();
  const action = await as('reviewer', 'POST', `/campaigns/${world.own.campaign}/actions/approve`);
  expect(action.status, JSON.stringify(action.body)).toBe(200);
  expect(await kindsOf(approved)).toEqual(['approved']);
  const body = await makeBody(world.management, 'creatives', { brandId: world.own.brand });
  const creative = await as('advertiser', 'POST', '/creatives', body);
  const { id } = creative.body;
  await as('advertiser', 'POST', `/creatives/${id}/actions/submit`);
  await as('reviewer', 'POST', `/creatives/${id}/actions/reject`);
  expect(await unread('advertiser')).toContainEqual(
    expect.objectContaining({ kind: 'rejected', objectKind: 'creatives', objectId: id }),
  );
});

test('creator and submitter are notified once when a booking has ended', async () => {
  const id = await submitted();
  await as('reviewer', 'POST', `/bookings/${id}/actions/approve`);
  const { endDate } = (await as('admin', 'GET', `/bookings/${id}`)).body;
  const { database } = world.management;
  const watch = (nowMs: number) => watchBookings({ database, publicUrl: 'https://ads.example', nowMs: () => nowMs });
  await watch(Date.now());
  await watch(Date.parse(endDate) + 1_000);
  await watch(Date.parse(endDate) + 2_000);
  const ended = (await unread('advertiser')).filter(({ objectId, kind }) => objectId === id && kind === 'ended');
  expect(ended).toHaveLength(1);
});

test('the creator is notified once of a hold that ends within a day, and again if its end changes', async () => {
  const hour = 3_600_000;
  const now = Date.now();
  const id = await drafted();
  const held = async (hours: number) => {
    const until = new Date(now + hours * hour).toISOString();
    const answer = await as('admin', 'POST', `/bookings/${id}/actions/hold`, { heldUntil: until });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const notices = async (nowMs: number) => {
    await notifyOfEndingHolds(world.management.database, nowMs);
    return (await unread('advertiser')).filter(({ kind, objectId }) => kind === 'hold_ending' && objectId === id)
      .length;
  };
  await held(30);
  expect(await notices(now)).toBe(0);
  expect(await notices(now + 7 * hour)).toBe(1);
  expect(await notices(now + 8 * hour)).toBe(1);
  await held(20);
  expect(await notices(now)).toBe(2);
  // A hold that has ended or was released is not announced.
  await held(10);
  expect(await notices(now + 11 * hour)).toBe(2);
  const released = await as('admin', 'POST', `/bookings/${id}/actions/release`);
  expect(released.status, JSON.stringify(released.body)).toBe(200);
  expect(await notices(Date.now() + 1_000)).toBe(2);
});

test('the creator of a campaign is notified of the end of its hold', async () => {
  const campaign = await as('admin', 'GET', `/campaigns/${world.own.campaign}`);
  const { advertiserCompanyId, invoiceCompanyId, brandIds } = campaign.body;
  const body = await makeBody(world.management, 'campaigns', { advertiserCompanyId, invoiceCompanyId, brandIds });
  const { id } = (await as('advertiser', 'POST', '/campaigns', body)).body;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await as('admin', 'POST', `/campaigns/${id}/actions/hold`, { heldUntil: until })).status).toBe(200);
  await notifyOfEndingHolds(world.management.database, Date.now());
  expect(await unread('advertiser')).toContainEqual(
    expect.objectContaining({ kind: 'hold_ending', objectKind: 'campaigns', objectId: id }),
  );
});

/** One pass of the worker. Returns the bookings of which the advertiser is notified as underdelivering. */
async function criticalPass(nowMs: number): Promise<readonly number[]> {
  const { database } = world.management;
  await watchBookings({ database, publicUrl: 'https://ads.example', nowMs: () => nowMs });
  await notifyOfCriticalBookings(database, { nowMs: () => nowMs, readPlan: async () => null });
  const found = (await unread('advertiser')).filter(({ kind }) => kind === 'under_delivering');
  return found.map(({ objectId }) => objectId);
}

const dayAfterStart = async (id: number) =>
  Date.parse((await as('admin', 'GET', `/bookings/${id}`)).body.startDate) + 86_400_000;

async function isRecordedCritical(id: number): Promise<boolean | undefined> {
  const { rows } = await sql<{ critical: boolean }>`
    select critical from booking_watch where booking_id = ${id}`.execute(world.management.database);
  return rows[0]?.critical;
}

test('the first pass after an upgrade records critical bookings without notifications', async () => {
  const id = await submitted();
  const day = await dayAfterStart(id);
  expect(await criticalPass(day)).not.toContain(id);
  expect(await isRecordedCritical(id)).toBe(true);
  expect(await criticalPass(day + 1_000)).not.toContain(id);
  const later = await submitted();
  expect(await criticalPass(day + 2_000)).toEqual([later]);
});

test('creator and submitter are notified when a booking becomes critical, once per day', async () => {
  const id = await submitted();
  const day = await dayAfterStart(id);
  const count = async (nowMs: number) => (await criticalPass(nowMs)).filter((found) => found === id).length;
  expect(await count(day)).toBe(1);
  expect(await count(day + 1_000)).toBe(1);
  await as('advertiser', 'POST', `/bookings/${id}/actions/cancel`);
  expect(await count(day + 2_000)).toBe(1);
  expect(await isRecordedCritical(id)).toBe(false);
});

test('a service account has no notifications', async () => {
  const answer = await world.management.call('GET', '/notifications');
  expect(answer).toMatchObject({ status: 200, body: [], headers: { 'record-count': '0' } });
});
