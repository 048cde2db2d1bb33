import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type ListeningManagement,
  startListeningManagement,
} from '../../../../test/support/server/listening-management.ts';
import { changeNewest } from '../../../client/change-newest.ts';
import { connectPlacard } from '../../../client/connect-placard.ts';
import type { Client } from '../../../client/generated/client/index.ts';
import {
  createBooking,
  createBrand,
  createCampaign,
  createMediaPartner,
  createPublisher,
  getBooking,
  listAuditEntries,
  listPublishers,
  updateBooking,
} from '../../../client/generated/sdk.gen.ts';
import type { Booking, Targeting } from '../../../client/generated/types.gen.ts';
import { orThrow, type PlacardProblem } from '../../../client/placard-problem.ts';

const editors = 200;
const repeats = 1_000;
/** Number of attempts of an editor after conflicts. */
const attempts = 3;

vi.setConfig({ testTimeout: 180_000 });

let management: ListeningManagement;
let client: Client;
let campaignId: number;

beforeAll(async () => {
  management = await startListeningManagement();
  const { id: clientId, secret: clientSecret } = management.account;
  client = connectPlacard({ address: management.origin, clientId, clientSecret });
  const partner = await orThrow(
    createMediaPartner({ client, body: { name: 'Aurora', roles: ['ADVERTISER', 'INVOICE'] } }),
  );
  const brand = await orThrow(createBrand({ client, body: { name: 'Aurora', mediaPartnerId: partner.data.id } }));
  const companies = { advertiserCompanyId: partner.data.id, invoiceCompanyId: partner.data.id };
  const campaign = createCampaign({ client, body: { name: 'Winter', ...companies, brandIds: [brand.data.id] } });
  campaignId = (await orThrow(campaign)).data.id;
});
afterAll(() => management?.close());

async function book(name: string) {
  const body = { campaignId, name, type: 'display', startDate: '2027-01-01T00:00:00Z' } as const;
  const { data, response } = await orThrow(createBooking({ client, body }));
  return { id: data.id, etag: response.headers.get('etag') ?? '' };
}

const read = async (id: number) => (await orThrow(getBooking({ client, path: { id } }))).data;
const wordsOf = (targeting: Targeting | null) => (targeting !== null && 'values' in targeting ? targeting.values : []);

/** Returns the audit entries of the edits of a booking, oldest first. */
async function editsOf(id: number) {
  const query = { kind: ['bookings'], objectId: [id], action: ['update'], sort: 'id' as const, limit: 500 };
  const { data } = await orThrow(listAuditEntries({ client, query }));
  return data as unknown as { readonly before: Booking; readonly after: Booking }[];
}

/** Checks that each edit starts from the result of the previous one, so that none is lost. */
async function expectUnbroken(id: number, accepted: number): Promise<void> {
  const edits = await editsOf(id);
  expect(edits.map(({ after }) => after.version)).toEqual(Array.from({ length: accepted }, (_, index) => index + 2));
  for (const [index, { before }] of edits.entries()) {
    if (index > 0) expect(before).toEqual(edits[index - 1]?.after);
  }
}

describe(`${editors} concurrent edits of one booking`, () => {
  test('from the same version: one succeeds, the others get a conflict', async () => {
    const { id, etag } = await book('Read by all');
    const outcomes = await Promise.all(
      Array.from({ length: editors }, (_, editor) =>
        updateBooking({ client, path: { id }, headers: { 'If-Match': etag }, body: { name: `Edit ${editor}` } }),
      ),
    );
    const accepted = outcomes.filter(({ error }) => error === undefined);
    expect(accepted).toHaveLength(1);
    const refused = outcomes.flatMap(({ error }) => error?.code ?? []);
    expect(refused).toHaveLength(editors - 1);
    expect(refused.filter((code) => code !== 'stale_version' && code !== 'unavailable')).toEqual([]);
    expect(await read(id)).toMatchObject({ name: accepted[0]?.data?.name, version: 2 });
    await expectUnbroken(id, 1);
  });

  test('each from its latest read: every accepted edit is applied and increments the version', async () => {
    const { id } = await book('Added to by all');
    const outcomes = await Promise.all(
      Array.from({ length: editors }, async (_, editor) => {
        const word = `word-${editor}`;
        const add = (booking: Booking, etag: string) =>
          updateBooking({
            client,
            path: { id },
            headers: { 'If-Match': etag },
            body: { targeting: { fact: 'keyword', values: [...wordsOf(booking.targeting), word] } },
          });
        try {
          await changeNewest({ read: () => getBooking({ client, path: { id } }), change: add, attempts });
          return { word, isAccepted: true };
        } catch (error) {
          // On a busy machine a call may wait too long for a connection and then changes nothing.
          expect(['stale_version', 'unavailable']).toContain((error as PlacardProblem).problem.code);
          return { word, isAccepted: false };
        }
      }),
    );
    const accepted = outcomes.filter(({ isAccepted }) => isAccepted).map(({ word }) => word);
    expect(accepted.length).toBeGreaterThan(0);
    const { targeting, version } = await read(id);
    expect(wordsOf(targeting).toSorted()).toEqual(accepted.toSorted());
    expect(version).toBe(1 + accepted.length);
    await expectUnbroken(id, accepted.length);
    console.info(`${accepted.length} of ${editors} edits accepted within ${attempts} attempts each, none lost`);
  });

  test('with `*`: successful edits are applied one after another, failed ones not at all', async () => {
    const { id } = await book('Overwritten by all');
    const outcomes = await Promise.all(
      Array.from({ length: editors }, (_, editor) =>
        updateBooking({ client, path: { id }, headers: { 'If-Match': '*' }, body: { name: `Edit ${editor}` } }),
      ),
    );
    // On a busy machine the last calls may wait too long for a connection.
    expect(outcomes.filter(({ error }) => ![undefined, 'unavailable'].includes(error?.code))).toEqual([]);
    const made = outcomes.flatMap(({ data }) => data ?? []).toSorted((a, b) => a.version - b.version);
    expect(made.map(({ version }) => version)).toEqual(made.map((_, index) => index + 2));
    expect(await read(id)).toMatchObject({ name: made.at(-1)?.name, version: made.length + 1 });
    await expectUnbroken(id, made.length);
    console.info(`${made.length} of ${editors} edits with * succeeded`);
  });
});

test(`${repeats} concurrent equal creates with one Idempotency-Key create one object, and all return it`, async () => {
  const order = { client, body: { companyName: 'Once' }, headers: { 'Idempotency-Key': 'a-thousand-times' } };
  const answers = new Set<string>();
  let refusals = 0;
  const create = async () => {
    const { data, error, response } = await createPublisher(order);
    if (error === undefined) {
      const shown = ['etag', 'location', 'placard-revision'].map((name) => response?.headers.get(name));
      answers.add(JSON.stringify([response?.status, shown, data]));
      return;
    }
    // Another call is in progress or the machine is busy. A retry gets the response of the other call.
    expect(['request_in_progress', 'unavailable']).toContain(error.code);
    expect(response?.headers.get('retry-after')).toMatch(/^\d+$/);
    refusals += 1;
  };
  const rounds: number[] = [];
  for (let waiting = repeats; waiting > 0; waiting = refusals) {
    refusals = 0;
    await Promise.all(Array.from({ length: waiting }, create));
    rounds.push(waiting - refusals);
    expect(rounds.length).toBeLessThan(20);
  }
  expect([...answers]).toHaveLength(1);
  expect(await everyNamed('Once')).toBe(1);
  console.info(`${repeats} creates with one key: one object, returned in rounds of ${rounds.join(', ')}`);
});

async function everyNamed(search: string): Promise<number> {
  return (await orThrow(listPublishers({ client, query: { search } }))).data.length;
}
