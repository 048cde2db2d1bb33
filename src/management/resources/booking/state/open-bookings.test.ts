import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import { dayMs } from '../../../../core/time/durations.ts';
import { openDatabase } from '../../../../platform/db/open-database.ts';
import { type Judgements, judgeOf } from './booking-judgements.ts';

const beginMs = Date.parse('2027-03-03T11:00:00Z');
let nowMs = beginMs;
let management: TestManagement;
/** Represents another process: its own connections and memory. */
let other: ReturnType<typeof openDatabase>;
let objects: { publisher: number; publication: number; location: number; position: number; creative: number };

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  other = openDatabase(management.databaseUrl, { maxConnections: 2 });
  const publisher = await makeObject(management, 'inventory/publisher');
  const publication = await makeObject(management, 'inventory/publication', { publisherId: publisher.id });
  const location = await makeObject(management, 'inventory/location', { publicationId: publication.id });
  const creative = await makeObject(management, 'creatives');
  const position = await makeObject(management, 'inventory/position', {
    locationId: location.id,
    formatId: creative['formatId'],
  });
  objects = {
    publisher: publisher.id,
    publication: publication.id,
    location: location.id,
    position: position.id,
    creative: creative.id,
  };
});
afterAll(async () => {
  await other?.kysely.destroy();
  await management?.close();
});

async function book(fields: Record<string, unknown>): Promise<number> {
  const { brandId } = (await management.call('GET', `/creatives/${objects.creative}`)).body;
  const { mediaPartnerId } = (await management.call('GET', `/brands/${brandId}`)).body;
  const companies = { advertiserCompanyId: mediaPartnerId, invoiceCompanyId: mediaPartnerId };
  const campaign = await makeObject(management, 'campaigns', { ...companies, brandIds: [brandId] });
  const { id } = await makeObject(management, 'bookings', {
    campaignId: campaign.id,
    creatives: [{ creativeId: objects.creative }],
    startDate: new Date(beginMs - 5 * dayMs).toISOString(),
    endDate: new Date(beginMs + 5 * dayMs).toISOString(),
    ...fields,
  });
  expect(await act('bookings', id, 'submit')).toBe(200);
  return id;
}

const act = async (kind: string, id: number, action: string) =>
  (await management.call('POST', `/${kind}/${id}/actions/${action}`)).status;
const patch = async (path: string, body: Record<string, unknown>) =>
  (await management.call('PATCH', path, { body, headers: { 'if-match': '*' } })).status;

/** Returns the judgements of a process with a warm cache and checks that they equal those of a new process. */
async function judged(): Promise<Judgements> {
  const moment = { nowMs: () => nowMs, readPlan: async () => null };
  const known = await judgeOf(other.kysely)(moment);
  const fresh = openDatabase(management.databaseUrl, { maxConnections: 2 });
  try {
    const expected = await judgeOf(fresh.kysely)(moment);
    const inOrder = ({ missingSetup, unhealthy }: Judgements) => ({
      missingSetup: missingSetup.toSorted((a, b) => a - b),
      unhealthy: unhealthy.toSorted((a, b) => a.id - b.id),
    });
    expect(inOrder(known)).toEqual(inOrder(expected));
  } finally {
    await fresh.kysely.destroy();
  }
  return known;
}

const listed = async (query: string) =>
  (await management.call('GET', `/bookings?${query}`)).body.map(({ id }: { id: number }) => id);

test('detects changes of other processes at the next read, for every kind of change and inventory selection', async () => {
  const { formatId } = (await management.call('GET', `/creatives/${objects.creative}`)).body;
  // Positions in `positionIds` of a booking cannot be archived.
  const named = await makeObject(management, 'inventory/position', { formatId });
  const byPosition = await book({ positionIds: [named.id] });
  const byLocation = await book({ positionIds: [], locationIds: [objects.location] });
  const byPublication = await book({ positionIds: [], publicationIds: [objects.publication] });
  const byPublisher = await book({ positionIds: [], publisherIds: [objects.publisher] });
  const below = [byLocation, byPublication, byPublisher];
  const all = [byPosition, ...below];
  expect((await judged()).missingSetup).toEqual([]);
  const without = async (...ids: number[]) => {
    expect((await judged()).missingSetup.toSorted((a, b) => a - b)).toEqual(ids);
    expect(await listed('status=not_ready&sort=id')).toEqual(ids);
    expect(await listed('status=running&sort=id')).toEqual(all.filter((id) => !ids.includes(id)));
  };

  expect(await act('creatives', objects.creative, 'pause')).toBe(200);
  await without(...all);
  expect(await act('creatives', objects.creative, 'resume')).toBe(200);
  await without();

  const positionPath = `/inventory/position/${objects.position}`;
  expect((await management.call('DELETE', positionPath, { headers: { 'if-match': '*' } })).status).toBe(200);
  await without(...below);
  const second = await makeObject(management, 'inventory/position', { locationId: objects.location, formatId });
  await without();

  // Moved to another location: only the old location identifies the affected booking.
  const elsewhere = await makeObject(management, 'inventory/location');
  expect(await patch(`/inventory/position/${second.id}`, { locationId: elsewhere.id })).toBe(200);
  await without(...below);
  expect(await act('inventory/position', objects.position, 'unarchive')).toBe(200);
  await without();

  const [inCampaign] = (await management.call('GET', `/bookings?id=${byLocation}`)).body;
  expect(await act('campaigns', inCampaign.campaignId, 'pause')).toBe(200);
  expect(await listed('status=paused')).toEqual([byLocation]);
  expect(await act('campaigns', inCampaign.campaignId, 'resume')).toBe(200);
  await without();
});

test('bookings end and become unhealthy only by time, in filters and sort orders', async () => {
  const [ending, coming] = [
    await book({ positionIds: [objects.position], endDate: new Date(beginMs + 60_000).toISOString() }),
    await book({
      positionIds: [objects.position],
      startDate: new Date(beginMs + 60_000).toISOString(),
      creatives: [],
    }),
  ];
  const these = `id=${ending}&id=${coming}`;
  expect(await listed(`${these}&health=critical`)).toEqual([ending]);
  expect(await listed(`${these}&health=at_risk`)).toEqual([coming]);
  expect(await listed(`${these}&sort=health`)).toEqual([ending, coming]);
  expect(await listed(`${these}&sort=status`)).toEqual([coming, ending]);
  // Within the lifetime of the counts.
  nowMs = beginMs + 59_999;
  expect(await listed(`${these}&health=critical`)).toEqual([ending]);
  nowMs = beginMs + 60_000;
  expect(await listed(`${these}&status=finished`)).toEqual([ending]);
  expect(await listed(`${these}&health=critical`)).toEqual([coming]);
  expect(await listed(`${these}&sort=health`)).toEqual([coming, ending]);
  await judged();
  nowMs = beginMs;
  expect(await listed(`${these}&health=critical`)).toEqual([ending]);
  await judged();
});

test('pages by cursor in the order of status or health, consistently with the objects', async () => {
  for (const kind of ['bookings', 'campaigns']) {
    for (const sort of ['status', '-status', 'health', '-health']) {
      const whole = (await management.call('GET', `/${kind}?limit=500&sort=${sort}`)).body;
      const paged: number[] = [];
      let next: string | undefined = `/${kind}?limit=2&sort=${sort}`;
      for (let page = 0; next !== undefined && page < 20; page += 1) {
        const answer = await management.call('GET', next);
        expect(answer.status).toBe(200);
        paged.push(...answer.body.map(({ id }: { id: number }) => id));
        next = /<\/api\/v1([^>]+)>/.exec(answer.headers['link'] ?? '')?.[1];
      }
      expect(paged).toEqual(whole.map(({ id }: { id: number }) => id));
      const ranks: number[] = whole.map((each: { health: string }) =>
        ['critical', 'at_risk', 'ok'].indexOf(each.health),
      );
      if (sort === 'health') expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    }
  }
});
