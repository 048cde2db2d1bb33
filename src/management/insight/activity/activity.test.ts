import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwoTenants, type Tenant, type TwoTenants } from '../../../../test/support/attacks/two-tenants.ts';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import type { Role } from '../../../contract/access/scopes.ts';
import type { ActivityChangeView, ActivityEntryView, ActivityView } from '../../../contract/collaboration/activity.ts';

let world: TwoTenants;
beforeAll(async () => {
  world = await startTwoTenants();
});
afterAll(() => world?.management.close());

const anyVersion = { 'if-match': '*' };

function as(role: Role, method: string, path: string, body?: Record<string, unknown>) {
  const user = world.userOfRole.get(role) as number;
  return world.management.call(method, path, { user, headers: anyVersion, ...(body === undefined ? {} : { body }) });
}

async function pageOf(role: Role, query: string): Promise<ActivityView> {
  const { status, body } = await as(role, 'GET', `/activity?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const sentenceOf = ({ action, kind, objectName, fields }: ActivityEntryView) => [action, kind, objectName, fields];

async function change(role: Role, path: string, body: Record<string, unknown>) {
  const changed = await as(role, 'PATCH', path, body);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
}

describe('the activity', () => {
  test('lists changes, actions and comments of an object with authors and changed fields', async () => {
    const { booking, campaign } = world.own;
    await change('manager', `/bookings/${booking}`, { priority: 2, name: 'Ownword renamed' });
    expect((await as('manager', 'POST', `/bookings/${booking}/actions/submit`)).status).toBe(200);
    expect((await as('manager', 'POST', `/bookings/${booking}/actions/pause`)).status).toBe(200);
    const comment = { kind: 'bookings', objectId: booking, text: 'Paused until Monday' };
    expect((await as('viewer', 'POST', '/comments', comment)).status).toBe(201);
    const { entries } = await pageOf('advertiser', `kind=bookings&objectId=${booking}`);
    expect(entries.map(sentenceOf)).toEqual([
      ['comment', 'bookings', 'Ownword renamed', []],
      ['pause', 'bookings', 'Ownword renamed', expect.arrayContaining(['status'])],
      ['submit', 'bookings', 'Ownword renamed', expect.any(Array)],
      ['update', 'bookings', 'Ownword renamed', ['name', 'priority']],
      ['create', 'bookings', 'Ownword renamed', []],
    ]);
    expect(entries[0]).toMatchObject({
      actor: `user:${world.userOfRole.get('viewer')}`,
      actorName: expect.any(String),
      excerpt: 'Paused until Monday',
    });
    const ofCampaign = await pageOf('manager', `campaignId=${campaign}`);
    expect(new Set(ofCampaign.entries.map(({ kind, objectId }) => `${kind} ${objectId}`))).toEqual(
      new Set([`campaigns ${campaign}`, `bookings ${booking}`]),
    );
    const actor = `user:${world.userOfRole.get('manager')}`;
    const byActor = await pageOf('manager', `actor=${actor}&limit=200`);
    expect(byActor.entries.length).toBe(3);
    const update = entries[3] as ActivityEntryView;
    const { body } = await as('advertiser', 'GET', `/activity/${update.id}`);
    expect(body satisfies ActivityChangeView).toEqual({
      ...update,
      before: { name: 'Ownword booking', priority: 5 },
      after: { name: 'Ownword renamed', priority: 2 },
    });
  });

  test('omits a deleted comment, and entries outside the period', async () => {
    const object = { kind: 'creatives', objectId: world.own.creative };
    const { body } = await as('manager', 'POST', '/comments', { ...object, text: 'Secret' });
    const filter = `kind=creatives&objectId=${object.objectId}`;
    expect((await pageOf('advertiser', filter)).entries[0]).toMatchObject({ action: 'comment', excerpt: 'Secret' });
    await as('manager', 'DELETE', `/comments/${body.id}`);
    expect(JSON.stringify(await pageOf('admin', filter))).not.toContain('Secret');
    expect((await pageOf('admin', 'to=2020-01-01T00:00:00Z')).entries).toEqual([]);
    expect((await pageOf('admin', 'from=2020-01-01T00:00:00Z')).entries.length).toBeGreaterThan(5);
  });

  test('pages from the newest to the oldest entry without gaps', async () => {
    const { entries, next } = await pageOf('admin', 'limit=200');
    expect(next).toBeNull();
    const paged: number[] = [];
    for (let before: number | null = null, pages = 0; pages === 0 || before !== null; pages += 1) {
      const page: ActivityView = await pageOf('admin', `limit=3${before === null ? '' : `&before=${before}`}`);
      paged.push(...page.entries.map(({ id }) => id));
      before = page.next;
    }
    expect(paged).toEqual(entries.map(({ id }) => id));
    expect(paged).toEqual(paged.toSorted((a, b) => b - a));
  });

  test.each(['limit=0', 'limit=201', 'before=x', 'kind=users', 'campaignId=0', 'from=yesterday', 'nothing=1'])(
    'refuses an invalid query: %s',
    async (query) => {
      expect((await as('admin', 'GET', `/activity?${query}`)).status).toBe(400);
    },
  );
});

describe('an advertiser', () => {
  test('sees only entries about its own objects, with any filter', async () => {
    const { own, foreign } = world;
    const all = await pageOf('admin', 'limit=200');
    expect(JSON.stringify(all)).toContain(foreign.word);
    const filters = [
      '',
      `campaignId=${foreign.campaign}`,
      ...(['campaigns', 'bookings', 'creatives', 'brands', 'media-partners', 'products'] as const).map(
        (kind) => `kind=${kind}`,
      ),
      `objectId=${foreign.booking}&objectId=${foreign.campaign}&objectId=${foreign.creative}`,
    ];
    for (const filter of filters) {
      const text = JSON.stringify(await pageOf('advertiser', `${filter}&limit=200`));
      expect(text, filter).not.toContain(foreign.word);
    }
    const mine = (await pageOf('advertiser', 'limit=200')).entries;
    expect(mine.map(({ kind, objectId }) => `${kind} ${objectId}`)).toContain(`bookings ${own.booking}`);
    const visible = new Set(mine.map(({ id }) => id));
    for (const { id } of all.entries) {
      expect((await as('advertiser', 'GET', `/activity/${id}`)).status, String(id)).toBe(visible.has(id) ? 200 : 404);
    }
    const hidden = all.entries.find(({ id }) => !visible.has(id));
    const [foreignEntry, absent] = [
      await as('advertiser', 'GET', `/activity/${hidden?.id}`),
      await as('advertiser', 'GET', '/activity/999999999'),
    ];
    expect(foreignEntry.body.code).toBe(absent.body.code);
  });

  test('does not see a comment on a foreign object', async () => {
    const comment = { kind: 'bookings', objectId: world.foreign.booking, text: 'Foreign comment' };
    expect((await as('manager', 'POST', '/comments', comment)).status).toBe(201);
    expect(JSON.stringify(await pageOf('manager', 'limit=200'))).toContain('Foreign comment');
    expect(JSON.stringify(await pageOf('advertiser', 'limit=200'))).not.toContain('Foreign comment');
  });

  test('does not see entries from before an object was moved to it', async () => {
    const { own, foreign, position, management } = world;
    const companiesOf = ({ partner, brand }: Tenant) => ({
      advertiserCompanyId: partner,
      invoiceCompanyId: partner,
      brandIds: [brand],
    });
    const campaign = await makeObject(management, 'campaigns', { name: 'Moving campaign', ...companiesOf(foreign) });
    const booking = await makeObject(management, 'bookings', { campaignId: campaign.id, positionIds: [position] });
    await change('manager', `/campaigns/${campaign.id}`, companiesOf(own));
    const query = `campaignId=${campaign.id}`;
    expect((await pageOf('admin', query)).entries.map(({ action }) => action)).toEqual(['update', 'create', 'create']);
    expect((await pageOf('advertiser', query)).entries).toEqual([]);
    await change('manager', `/campaigns/${campaign.id}`, { name: 'Moved campaign' });
    await change('manager', `/bookings/${booking.id}`, { name: 'Moved booking' });
    const { entries } = await pageOf('advertiser', query);
    expect(entries.map(sentenceOf)).toEqual([
      ['update', 'bookings', 'Moved booking', ['name']],
      ['update', 'campaigns', 'Moved campaign', ['name']],
    ]);
  });

  test('without scopes sees nothing', async () => {
    const { body } = await world.management.call('GET', '/activity', { scopes: [] });
    expect(body).toEqual({ entries: [], next: null });
    const bookings = await world.management.call('GET', '/activity?limit=200', { scopes: ['bookings:read'] });
    expect(new Set(bookings.body.entries.map(({ kind }: ActivityEntryView) => kind))).toEqual(new Set(['bookings']));
  });
});
