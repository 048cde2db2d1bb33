import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportedConfiguration } from '../../../test/support/configuration/copy-configuration.ts';
import { smallConfiguration } from '../../../test/support/configuration/small-configuration.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { configurationSchema } from '../../contract/configuration/configuration-schema.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => Date.parse('2026-11-28T12:00:00Z') });
});
afterAll(() => management?.close());

const start = smallConfiguration;

type Document = Record<string, unknown>;
const call = (path: string, body?: unknown, options: Record<string, unknown> = {}) =>
  management.call(
    body === undefined ? 'GET' : 'POST',
    `/configuration${path}`,
    body === undefined ? options : { body, ...options },
  );
const plan = async (document: Document, more: Document = {}) => (await call('/plan', { document, ...more })).body;
const apply = async (document: Document, more: Document = {}) => {
  const { status, body } = await call('/apply', { document, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const errorsOf = async (document: Document, more: Document = {}) => {
  const { status, body } = await call('/plan', { document, ...more });
  expect(status, JSON.stringify(body)).toBe(400);
  return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
};
const bookingOf = async (name: string) => {
  const { body } = await management.call('GET', `/bookings?search=${encodeURIComponent(name)}&includeArchived=true`);
  return body[0];
};
const changed = (section: keyof typeof start, key: string, fields: Document): Document => {
  const objects = (start as Record<string, unknown>)[section] as Record<string, Document>;
  return { ...start, [section]: { ...objects, [key]: { ...objects[key], ...fields } } };
};

beforeEach(async () => {
  await apply(start, { prune: true });
});

describe('a document', () => {
  test('is exported as it was applied', async () => {
    const { settings, ...exported } = await exportedConfiguration(management);
    expect(settings).toEqual({});
    expect(exported).toEqual(start);
    expect(await plan(start, { prune: true })).toMatchObject({ changes: [], unmanaged: [], shares: [] });
  });

  test('is described by the JSON Schema of the contract', async () => {
    const { body } = await call('/schema');
    expect(body).toEqual(JSON.parse(JSON.stringify(configurationSchema())));
    const bookings = body.properties.bookings.additionalProperties;
    expect(bookings.properties.campaign.type).toBe('string');
    expect(bookings.properties.creatives.items.properties.creative.type).toBe('string');
    expect(bookings.properties.campaignId).toBeUndefined();
    expect(bookings.required).toContain('campaign');
    expect(bookings.required).not.toContain('name');
  });

  test('refers to objects by key or by external ID', async () => {
    const document = changed('bookings', 'Boards', { campaign: 'crm-1' });
    const renamed = {
      ...document,
      campaigns: { Autumn: { ...start.campaigns['crm-1'], name: 'Autumn', externalId: 'crm-2' } },
    };
    const other = changed('bookings', 'Autumn boards', {
      ...start.bookings.Boards,
      name: 'Autumn boards',
      campaign: 'crm-2',
    });
    await apply({ ...other, campaigns: { ...start.campaigns, ...renamed.campaigns } });
    const { campaigns, bookings } = await exportedConfiguration(management);
    expect(Object.keys(campaigns ?? {})).toEqual(['Autumn', 'crm-1']);
    expect(bookings?.['Autumn boards']).toMatchObject({ campaign: 'Autumn' });
  });
});

describe('a plan', () => {
  test('names changed fields and their author, and stores nothing', async () => {
    const { id, version } = await bookingOf('Boards');
    const patched = await management.call('PATCH', `/bookings/${id}`, {
      body: { priority: 2, caps: [] },
      headers: { 'if-match': `"${version}"`, 'content-type': 'application/merge-patch+json' },
    });
    expect(patched.status, JSON.stringify(patched.body)).toBe(200);
    const planned = await plan(start);
    expect(planned).toMatchObject({ updated: 1, created: 0, archived: 0 });
    expect(planned.changes).toMatchObject([
      {
        section: 'bookings',
        key: 'Boards',
        id,
        action: 'update',
        fields: [
          { field: 'priority', before: 2, after: null },
          { field: 'caps', before: null, after: [{ scope: 'day', most: 2 }] },
        ],
        changedBy: { actor: 'service-account:1' },
      },
    ]);
    expect((await bookingOf('Boards')).priority).toBe(2);
  });

  test('shows the effect on shares', async () => {
    const { Boards } = start.bookings;
    const share = { ...Boards, delivery: { method: 'share' }, targeting: null, caps: [] };
    await apply(changed('bookings', 'Boards', share));
    const both = { ...start, bookings: { Boards: share, Other: share } };
    const { shares, positionsAffected } = await plan(both);
    expect(positionsAffected).toBe(1);
    expect(shares).toEqual([
      {
        position: '_home_-board',
        requestsPerDay: null,
        bookings: expect.arrayContaining([
          { key: 'Boards', before: 1, after: 0.5 },
          { key: 'Other', before: 0, after: 0.5 },
        ]),
      },
    ]);
  });

  test('lists objects that the document does not contain', async () => {
    const { unmanaged, changes } = await plan({ ...start, bookings: {} });
    expect(unmanaged).toMatchObject([{ section: 'bookings', key: 'Boards' }]);
    expect(changes).toEqual([]);
    const pruned = await plan({ ...start, bookings: {} }, { prune: true });
    expect(pruned.changes).toMatchObject([{ action: 'archive', section: 'bookings', key: 'Boards' }]);
    const without = await plan({ version: 1, campaigns: start.campaigns }, { prune: true });
    expect(without.changes).toEqual([]);
  });

  test('reports all errors at their positions', async () => {
    const document = {
      ...start,
      version: 2,
      unknown: {},
      publishers: { A: { companyName: 'A', parent: 'B' }, B: { companyName: 'B', parent: 'A' } },
      bookings: {
        Boards: { ...start.bookings.Boards, campaignId: 3, priority: 'high', positions: ['_gone_'], extra: 1 },
        Other: { ...start.bookings.Boards, creatives: [{ creative: 'Gone' }], delivery: { method: 'even' } },
      },
      users: {
        x: { email: 'x@x.example', role: 'viewer', mappings: [{ advertiserCompany: 'Gone', brand: 'Filter' }] },
      },
    };
    expect(await errorsOf(document)).toEqual(
      expect.arrayContaining([
        ['/document/version', 'unsupported_version'],
        ['/document/unknown', 'unknown_section'],
        ['/document/publishers/A/parent', 'cycle'],
        ['/document/publishers/B/parent', 'cycle'],
        ['/document/bookings/Boards/campaignId', 'unknown_field'],
        ['/document/bookings/Boards/priority', 'invalid_type'],
        ['/document/bookings/Boards/positions/0', 'unknown_reference'],
        ['/document/bookings/Boards/extra', 'unknown_field'],
        ['/document/bookings/Other/creatives/0/creative', 'unknown_reference'],
        ['/document/bookings/Other/delivery/goal', 'invalid_value'],
        ['/document/users/x/mappings/0/advertiserCompany', 'unknown_reference'],
      ]),
    );
  });

  test('reports rules that need the database at their positions', async () => {
    const foreign = { roles: ['ADVERTISER', 'INVOICE'] };
    const document = {
      ...start,
      mediaPartners: { ...start.mediaPartners, Other: foreign },
      brands: { ...start.brands, Foreign: { mediaPartner: 'Other' } },
      campaigns: { 'crm-1': { ...start.campaigns['crm-1'], brands: ['Filter', 'Foreign'] } },
    };
    const errors = await errorsOf(document);
    expect(errors).toEqual([['/document/campaigns/crm-1/brands/1', 'foreign_brand']]);
    const again = { ...start, formats: { ...start.formats, again: { code: 'board' } } };
    expect(await errorsOf(again)).toEqual([['/document/formats/again/code', 'already_exists']]);
  });
});

describe('an apply', () => {
  test('keeps the ID of a renamed object', async () => {
    const before = await bookingOf('Boards');
    await apply(changed('bookings', 'Boards', { name: 'Leaderboards' }));
    expect(await bookingOf('Leaderboards')).toMatchObject({ id: before.id, version: before.version + 1 });
    const { bookings } = await exportedConfiguration(management);
    expect(bookings?.['Boards']).toMatchObject({ name: 'Leaderboards' });
  });

  test('archives and restores the same object', async () => {
    const before = await bookingOf('Boards');
    const archived = await apply({ ...start, bookings: {} }, { prune: true });
    expect(archived).toMatchObject({ archived: 1, created: 0 });
    expect((await bookingOf('Boards')).archivedAt).not.toBeNull();
    const restored = await apply(start);
    expect(restored).toMatchObject({ restored: 1, created: 0 });
    expect(await bookingOf('Boards')).toMatchObject({ id: before.id, archivedAt: null });
  });

  test('records every change in one revision', async () => {
    const applied = await apply(changed('bookings', 'Boards', { priority: 1 }), { note: 'Priority' });
    const { body: revisions } = await management.call('GET', '/revisions?limit=1');
    expect(revisions[0]).toMatchObject({ revision: applied.revision, summary: `apply configuration ${applied.id}` });
    const { id } = await bookingOf('Boards');
    const { body: audit } = await management.call('GET', `/audit?kind=bookings&objectId=${id}&limit=1`);
    expect(audit[0]).toMatchObject({ action: 'update', after: { priority: 1 } });
    const { body: applies } = await call('/applies');
    expect(applies[0]).toMatchObject({ id: applied.id, note: 'Priority', updated: 1, undoneBy: null });
  });

  test('changes nothing if the configuration changed since the plan', async () => {
    const { revision } = await plan(start);
    await apply(changed('bookings', 'Boards', { priority: 1 }));
    const late = await call('/apply', { document: start, expectedRevision: revision });
    expect([late.status, late.body.code]).toEqual([409, 'action_not_allowed']);
    expect((await bookingOf('Boards')).priority).toBe(1);
  });

  test('changes nothing if one object is refused', async () => {
    const document = {
      ...changed('bookings', 'Boards', { priority: 1 }),
      campaigns: {
        ...start.campaigns,
        Bad: { ...start.campaigns['crm-1'], externalId: 'crm-9', invoiceCompany: 'Payer' },
      },
      mediaPartners: { ...start.mediaPartners, Payer: { roles: ['ADVERTISER'] } },
    };
    const refused = await call('/apply', { document });
    expect(refused.body.errors).toMatchObject([
      { pointer: '/document/campaigns/Bad/invoiceCompany', code: 'missing_role' },
    ]);
    expect((await bookingOf('Boards')).priority).toBe(5);
    expect(await plan(start, { prune: true })).toMatchObject({ changes: [] });
  });

  test('waits for another user with four eyes', async () => {
    const { etag } = (await management.call('GET', '/settings')).headers;
    const headers = { 'if-match': etag ?? '', 'content-type': 'application/merge-patch+json' };
    await management.call('PATCH', '/settings', { body: { fourEyes: true }, headers });
    const more = { ...start, bookings: { ...start.bookings, New: { ...start.bookings.Boards } } };
    await apply({ ...more, settings: { fourEyes: true } });
    expect((await bookingOf('New')).status).toBe('pending_approval');
    expect((await bookingOf('Boards')).status).toBe('running');
    await apply({ version: 1, settings: {} });
  });

  test('requires the scopes of its changes', async () => {
    const document = changed('bookings', 'Boards', { priority: 1 });
    const scopes = ['configuration:read', 'configuration:write', 'bookings:write'];
    const refused = await call('/apply', { document }, { scopes });
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    const allowed = await call('/apply', { document }, { scopes: [...scopes, 'bookings:approve'] });
    expect(allowed.status).toBe(200);
    expect((await call('/apply', { document }, { scopes: ['bookings:write'] })).status).toBe(403);
  });
});

describe('an undo', () => {
  test('reverts created, changed, archived and restored objects', async () => {
    const before = JSON.stringify(await exportedConfiguration(management));
    const document = {
      ...changed('bookings', 'Boards', { priority: 0, state: { lifecycle: 'approved', paused: true } }),
      creatives: { ...start.creatives, Spring: { ...start.creatives.Winter, html: '<b>Spring</b>' } },
      users: {},
      positions: { ...start.positions, '_home_2-board': { location: '_home_', format: 'board', code: '2' } },
    };
    const applied = await apply(document, { prune: true });
    expect(applied).toMatchObject({ created: 2, updated: 1 });
    const { status, body } = await call(`/applies/${applied.id}/undo`, {});
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ archived: 2, updated: 1 });
    expect(JSON.stringify(await exportedConfiguration(management))).toBe(before);
    const again = await call(`/applies/${applied.id}/undo`, {});
    expect([again.status, again.body.code]).toEqual([409, 'action_not_allowed']);
    const redone = await call(`/applies/${body.id}/undo`, {});
    expect(redone.body).toMatchObject({ restored: 2, updated: 1 });
  });

  test('keeps later changes unless it is forced', async () => {
    const applied = await apply(changed('bookings', 'Boards', { priority: 1 }));
    await apply(changed('bookings', 'Boards', { priority: 3 }));
    const refused = await call(`/applies/${applied.id}/undo`, {});
    expect(refused.body.errors).toMatchObject([{ pointer: '/bookings/Boards', code: 'changed' }]);
    expect((await call(`/applies/${applied.id}/undo`, { force: true })).status).toBe(200);
    expect((await bookingOf('Boards')).priority).toBe(5);
  });

  test('of an unknown apply is refused', async () => {
    expect((await call('/applies/999/undo', {})).status).toBe(404);
  });
});
