import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { dayMs } from '../../core/time/durations.ts';
import { bookingActions, campaignActions } from '../../core/vocabulary/statuses.ts';

let management: TestManagement;
let partner: number;
let brand: number;
let creative: number;
let people: Readonly<Record<'advertiser' | 'reviewer' | 'viewer' | 'manager', { readonly user: number }>>;
const operations = {};

beforeAll(async () => {
  management = await startTestManagement();
  partner = (await makeObject(management, 'media-partners')).id;
  brand = (await makeObject(management, 'brands', { mediaPartnerId: partner })).id;
  creative = (await makeObject(management, 'creatives', { brandId: brand })).id;
  const person = async (role: string) => ({
    user: (await makeObject(management, 'users', { role, email: `${role}@offered.example` })).id,
  });
  people = {
    advertiser: await person('advertiser'),
    reviewer: await person('reviewer'),
    viewer: await person('viewer'),
    manager: await person('manager'),
  };
  const body = { user: 'advertiser@offered.example', advertiserCompanyId: partner, brandId: brand };
  expect((await management.call('POST', '/user-mapping', { body })).status).toBe(201);
});
afterAll(() => management?.close());

type Who = { readonly user?: number };

const act = async (kind: string, id: number, action: string, who: Who = operations) =>
  expect((await management.call('POST', `/${kind}/${id}/actions/${action}`, who)).status).toBe(200);

async function booked() {
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner };
  const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: [brand] });
  const booking = await makeObject(management, 'bookings', { campaignId: campaign.id });
  return { campaigns: campaign.id, bookings: booking.id };
}

/** Returns the actions that a read offers the caller, and checks that the list offers the same. */
async function offered(kind: string, id: number, who: Who): Promise<readonly string[]> {
  const one = await management.call('GET', `/${kind}/${id}`, who);
  const list = await management.call('GET', `/${kind}?id=${id}&includeArchived=true`, who);
  expect(list.body[0].availableActions).toEqual(one.body.availableActions);
  return one.body.availableActions;
}

/** Returns the actions that succeed for the caller, each tested separately as a dry run. */
async function accepted(kind: 'bookings' | 'campaigns', id: number, who: Who): Promise<readonly string[]> {
  const known = kind === 'campaigns' ? campaignActions : bookingActions;
  const done: string[] = [];
  for (const action of known) {
    const body = { dryRun: true, items: [{ id, action, ...(action === 'hold' && { heldUntil: inAWeek() }) }] };
    const answer = await management.call('POST', `/${kind}/bulk`, { body, ...who });
    if (answer.body.results?.[0].status === 200) done.push(action);
  }
  return done;
}

const inAWeek = () => new Date(Date.now() + 7 * dayMs).toISOString();

const states: readonly (readonly [
  string,
  (ids: { campaigns: number; bookings: number }, kind: string) => Promise<void>,
])[] = [
  ['a draft', async () => {}],
  ['submitted by an advertiser', (ids) => act('bookings', ids.bookings, 'submit', people.advertiser)],
  [
    'paused by ad operations',
    async (ids, kind) => {
      await act('bookings', ids.bookings, 'submit');
      await act(kind, ids[kind as keyof typeof ids], 'pause');
    },
  ],
  [
    'held by ad operations',
    async (ids, kind) => {
      const body = { heldUntil: inAWeek() };
      const held = await management.call('POST', `/${kind}/${ids[kind as keyof typeof ids]}/actions/hold`, { body });
      expect(held.status).toBe(200);
    },
  ],
  ['cancelled by ad operations', (ids, kind) => act(kind, ids[kind as keyof typeof ids], 'cancel')],
  ['archived by ad operations', (ids, kind) => act(kind, ids[kind as keyof typeof ids], 'archive')],
  ['cancelled by an advertiser', (ids, kind) => act(kind, ids[kind as keyof typeof ids], 'cancel', people.advertiser)],
];

test.each(states)('%s: offers each caller exactly the actions that succeed', async (_state, bring) => {
  for (const kind of ['bookings', 'campaigns'] as const) {
    const ids = await booked();
    await bring(ids, kind);
    for (const who of [operations, people.manager, people.advertiser]) {
      expect(await offered(kind, ids[kind], who)).toEqual(await accepted(kind, ids[kind], who));
    }
    expect(await offered(kind, ids[kind], people.viewer)).toEqual([]);
  }
});

test('offers a reviewer only approve and reject, and only for submitted objects', async () => {
  const ids = await booked();
  expect(await offered('bookings', ids.bookings, people.reviewer)).toEqual([]);
  await act('bookings', ids.bookings, 'submit', people.advertiser);
  expect(await offered('bookings', ids.bookings, people.reviewer)).toEqual(['approve', 'reject']);
  expect(await offered('campaigns', ids.campaigns, people.reviewer)).toEqual(['approve', 'reject']);
  await act('bookings', ids.bookings, 'approve', people.reviewer);
  expect(await offered('bookings', ids.bookings, people.reviewer)).toEqual([]);
});

test("does not offer approval of one's own submission with four eyes, not even from another account of the same person", async () => {
  const four = (fourEyes: boolean) =>
    management.call('PATCH', '/settings', { body: { fourEyes }, headers: { 'if-match': '*' } });
  expect((await four(true)).status).toBe(200);
  try {
    const ids = await booked();
    await act('bookings', ids.bookings, 'submit', people.manager);
    for (const kind of ['bookings', 'campaigns'] as const) {
      expect(await offered(kind, ids[kind], people.manager)).not.toContain('approve');
      expect(await offered(kind, ids[kind], people.reviewer)).toContain('approve');
    }
  } finally {
    await four(false);
  }
});

test('offers actions of creatives depending on the caller', async () => {
  const { id } = await makeObject(management, 'creatives', { brandId: brand });
  await act('creatives', creative, 'pause');
  expect(await offered('creatives', creative, people.advertiser)).toEqual(['resume', 'archive']);
  expect(await offered('creatives', creative, people.reviewer)).toEqual([]);
  expect(await offered('creatives', id, people.viewer)).toEqual([]);
  await act('creatives', creative, 'resume', people.advertiser);
  expect(await offered('creatives', creative, people.reviewer)).toEqual(['approve', 'reject']);
  expect(await offered('creatives', creative, people.advertiser)).toEqual(['archive']);
});
