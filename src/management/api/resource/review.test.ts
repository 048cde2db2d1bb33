import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { type MappedAdvertiser, mapAdvertiser } from '../../../../test/support/fixtures/mapped-advertiser.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { type Scope, scopes } from '../../../contract/access/scopes.ts';

let management: TestManagement;
let advertiser: MappedAdvertiser;

beforeAll(async () => {
  management = await startTestManagement();
  advertiser = await mapAdvertiser(management);
});
afterAll(() => management?.close());

const read = (kind: string, id: number, who = {}) => management.call('GET', `/${kind}/${id}/review`, who);
const act = (kind: string, id: number, action: string, who = {}) =>
  management.call('POST', `/${kind}/${id}/actions/${action}`, who);
const patch = (kind: string, id: number, body: Record<string, unknown>, who = {}) =>
  management.call('PATCH', `/${kind}/${id}`, { body, headers: { 'if-match': '*' }, ...who });

describe('a booking', () => {
  test('that was never approved has no differences', async () => {
    const { id } = await advertiser.makeBooking();
    await act('bookings', id, 'submit', advertiser.who);
    expect(await read('bookings', id)).toMatchObject({ status: 200, body: { approved: null, changes: [] } });
  });

  test('that was changed after its approval lists the differences by field, over several changes', async () => {
    const targeting = { fact: 'country', values: ['be'] };
    const { id, positionIds } = await advertiser.makeBooking({ priority: 5, targeting });
    const { body: approved } = await act('bookings', id, 'submit');
    expect((await read('bookings', id)).body).toEqual({
      version: approved.version,
      approved: { version: approved.version, until: null },
      changes: [],
    });
    const { id: other } = await makeObject(management, 'inventory/position');
    await patch('bookings', id, { priority: 3, targeting: null }, advertiser.who);
    await patch('bookings', id, { name: 'Winter', positionIds: [other, ...positionIds] }, advertiser.who);
    const { body } = await read('bookings', id);
    expect(body).toMatchObject({
      version: approved.version + 2,
      approved: { version: approved.version, until: expect.stringMatching(/Z$/) },
    });
    expect(body.changes).toMatchObject([
      { field: 'name', after: 'Winter' },
      { field: 'positionIds', before: positionIds },
      { field: 'priority', before: 5, after: 3 },
      { field: 'targeting', after: null },
    ]);
    expect(body.changes[3].before).toMatchObject(approved.targeting);
    await patch('bookings', id, { name: approved.name, positionIds, priority: 5, targeting }, advertiser.who);
    expect((await read('bookings', id)).body).toMatchObject({ approved: { version: approved.version }, changes: [] });
    await act('bookings', id, 'approve');
    expect((await read('bookings', id)).body).toMatchObject({ approved: { until: null }, changes: [] });
  });

  test('is compared with its last approval, its own or that of its campaign, and rejections are ignored', async () => {
    const { id, campaignId } = await advertiser.makeBooking();
    await act('bookings', id, 'submit', advertiser.who);
    expect((await act('campaigns', campaignId, 'approve')).status).toBe(200);
    await patch('bookings', id, { priority: 4 }, advertiser.who);
    expect((await act('campaigns', campaignId, 'approve')).status).toBe(200);
    await patch('bookings', id, { priority: 2 }, advertiser.who);
    await act('bookings', id, 'reject');
    await act('bookings', id, 'reopen', advertiser.who);
    await patch('bookings', id, { priority: 1 }, advertiser.who);
    await act('bookings', id, 'submit', advertiser.who);
    expect((await read('bookings', id)).body.changes).toEqual([{ field: 'priority', before: 4, after: 1 }]);
  });

  test('is compared with the state after later changes by ad operations', async () => {
    const { id } = await advertiser.makeBooking();
    await act('bookings', id, 'submit');
    await patch('bookings', id, { priority: 7 });
    await patch('bookings', id, { priority: 6 }, advertiser.who);
    expect((await read('bookings', id)).body.changes).toEqual([{ field: 'priority', before: 7, after: 6 }]);
  });
});

describe('a creative', () => {
  const without = (scope: Scope) => scopes.filter((one) => one !== scope);
  const author = { scopes: without('revisions:read'), account: 5 };

  test('with a new version is compared with what is delivered', async () => {
    const { id } = await makeObject(management, 'creatives', { brandId: advertiser.brand });
    await patch('creatives', id, { html: '<b>Tea</b>' }, author);
    const { body } = await read('creatives', id);
    expect(body).toMatchObject({ approved: { until: null } });
    expect(body.changes).toEqual([{ field: 'html', before: '<b>Coffee</b>', after: '<b>Tea</b>' }]);
  });

  test('that was suspended and changed is compared with the approved version', async () => {
    const { id } = await makeObject(management, 'creatives', { brandId: advertiser.brand, altText: 'Coffee' });
    await act('creatives', id, 'pause');
    expect((await patch('creatives', id, { altText: 'Tea' }, author)).body).toMatchObject({ state: 'pending_review' });
    await patch('creatives', id, { clickUrl: 'https://tea.example/' }, author);
    const { body } = await read('creatives', id);
    expect(body.approved.until).toMatch(/Z$/);
    expect(body.changes).toEqual([
      { field: 'clickUrl', before: null, after: 'https://tea.example/' },
      { field: 'altText', before: 'Coffee', after: 'Tea' },
    ]);
  });

  test('that is new has no differences', async () => {
    const { id } = (
      await management.call('POST', '/creatives', {
        body: {
          name: 'New',
          kind: 'html',
          brandId: advertiser.brand,
          formatId: (await makeObject(management, 'inventory/format')).id,
          html: '<b>Coffee</b>',
        },
        ...author,
      })
    ).body;
    expect((await read('creatives', id)).body).toMatchObject({ approved: null, changes: [] });
  });
});

test.each(['bookings', 'creatives'])('%s: requires the scope for approving', async (kind) => {
  const { id } = await makeObject(management, kind);
  expect((await read(kind, id, { scopes: [`${kind}:read`, `${kind}:write`] })).status).toBe(403);
  expect((await read(kind, id, advertiser.who)).status).toBe(403);
  expect((await read(kind, 999_999)).status).toBe(404);
});
