import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectBuyer,
  listenForAgents,
  makeBuyer,
  type TestSeller,
} from '../../../../../test/support/agents/seller-agent.ts';
import { type SegmentWorld, startSegmentWorld } from '../../../../../test/support/fixtures/segment-world.ts';

let world: SegmentWorld;
let seller: TestSeller;
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  world = await startSegmentWorld();
  seller = await listenForAgents(world.management);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world?.close();
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const person = (number: number) => ({ external_id: `crm-${number}`, hashed_email: hashOf(`${number}@mail.example`) });
const people = (count: number) => Array.from({ length: count }, (_, number) => person(number));
let calls = 0;

async function makeAgent() {
  const buyer = await makeBuyer(seller);
  const { call } = await connectBuyer(seller, buyer.serviceAccountId);
  const account = { brand: { domain: 'brand.example' }, operator: 'agency.example' };
  const sync = async (audiences?: readonly unknown[], more: Record<string, unknown> = {}) => {
    calls += 1;
    const { content } = await call('sync_audiences', {
      account,
      idempotency_key: `sync-audiences-${String(calls).padStart(8, '0')}`,
      ...(audiences !== undefined && { audiences }),
      ...more,
    });
    return content;
  };
  return { ...buyer, sync };
}

/** Lets the worker write the members and the delivery process read them. */
async function settle() {
  await world.work.pass();
  await world.served();
}

test('an audience becomes a segment whose members are known only by keyed hashes', async () => {
  const agent = await makeAgent();
  const created = await agent.sync([
    {
      audience_id: 'buyers',
      name: 'Buyers <b>of</b> shoes',
      consent_basis: 'consent',
      add: [
        ...people(120),
        { external_id: 'p', hashed_phone: hashOf('+321'), uids: [{ type: 'uid2', value: 'uid2-abc' }] },
      ],
    },
  ]);
  expect(created.audiences).toMatchObject([
    {
      audience_id: 'buyers',
      name: 'Buyers <b>of</b> shoes',
      action: 'created',
      status: 'processing',
      uploaded_count: 121,
    },
  ]);
  expect(JSON.stringify(created)).not.toContain(person(1).hashed_email);
  const code = created.audiences[0].seller_id;
  await settle();
  expect(world.segmentsOf('hashed-email', person(1).hashed_email)).toEqual([code]);
  expect(world.segmentsOf('hashed-phone', hashOf('+321'))).toEqual([code]);
  expect(world.segmentsOf('uidapi.com', 'uid2-abc')).toEqual([code]);
  expect((await agent.sync()).audiences).toMatchObject([
    { audience_id: 'buyers', action: 'unchanged', status: 'ready', uploaded_count: 0, total_uploaded_count: 121 },
  ]);
  const { rows } = await world.management.services.database
    .selectFrom('agentAudienceMember')
    .selectAll()
    .execute()
    .then((found) => ({ rows: found }));
  expect(rows.length).toBe(122);
  expect(JSON.stringify(rows)).not.toContain(person(1).hashed_email);
});

test('members are removed, small audiences are not ready, and deleted ones have no members', async () => {
  const agent = await makeAgent();
  const [created] = (await agent.sync([{ audience_id: 'few', add: people(3) }])).audiences;
  await settle();
  expect((await agent.sync()).audiences).toMatchObject([{ status: 'too_small', minimum_size: 100 }]);
  const removed = await agent.sync([{ audience_id: 'few', add: [person(3)], remove: [person(1), person(3)] }]);
  expect(removed.audiences).toMatchObject([{ action: 'updated', uploaded_count: 1, total_uploaded_count: 4 }]);
  expect((await agent.sync([{ audience_id: 'few', name: 'few' }])).audiences).toMatchObject([{ action: 'unchanged' }]);
  await settle();
  const has = (number: number) =>
    world.segmentsOf('hashed-email', person(number).hashed_email).includes(created.seller_id);
  expect([0, 1, 2, 3].map(has)).toEqual([true, false, true, false]);
  const deleted = await agent.sync([{ audience_id: 'few', delete: true }]);
  expect(deleted.audiences).toEqual([{ audience_id: 'few', action: 'deleted' }]);
  await settle();
  expect([0, 1, 2, 3].some(has)).toBe(false);
  expect((await agent.sync()).audiences).toEqual([]);
});

test('an erased person leaves the audience', async () => {
  const agent = await makeAgent();
  const [{ seller_id: code }] = (await agent.sync([{ audience_id: 'all', add: people(2) }])).audiences;
  await settle();
  const value = person(1).hashed_email;
  const asked = await world.management.call('POST', '/erasures', {
    body: { identifier: { name: 'hashed-email', value } },
  });
  expect(asked.status).toBeLessThan(300);
  await settle();
  expect(world.segmentsOf('hashed-email', value)).not.toContain(code);
  const left = await world.management.services.database
    .selectFrom('agentAudienceMember')
    .innerJoin('agentAudience', 'agentAudience.id', 'agentAudienceMember.audienceId')
    .select('agentAudienceMember.low')
    .where('agentAudience.buyerAgentId', '=', agent.id)
    .execute();
  expect(left.length).toBe(1);
});

test('an account has its own audiences, and invalid calls are refused', async () => {
  const agent = await makeAgent();
  const other = await makeAgent();
  await agent.sync([{ audience_id: 'mine', add: people(1) }]);
  expect((await other.sync()).audiences).toEqual([]);
  const foreign = await other.sync([{ audience_id: 'mine', delete: true }]);
  expect(foreign.audiences).toMatchObject([{ action: 'failed', errors: [{ code: 'REFERENCE_NOT_FOUND' }] }]);
  const account = { account: { account_id: 'brand-999999' } };
  expect((await agent.sync([{ audience_id: 'a', add: people(1) }], account)).adcp_error.code).toBe('ACCOUNT_NOT_FOUND');
  await expect(agent.sync([{ audience_id: 'a', name: 'a\u0000b' }])).rejects.toThrow(/U\+0000/);
  expect((await agent.sync(undefined, { delete_missing: true })).adcp_error.code).toBe('VALIDATION_ERROR');
  const twice = await agent.sync([{ audience_id: 'a' }, { audience_id: 'a' }]);
  expect(twice.adcp_error.code).toBe('INVALID_REQUEST');
  const replaced = await agent.sync([{ audience_id: 'new', add: people(1) }], { delete_missing: true });
  expect(replaced.audiences).toMatchObject([{ action: 'created' }, { audience_id: 'mine', action: 'deleted' }]);
});
