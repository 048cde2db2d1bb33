import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { scopesOfRole } from '../../../contract/access/scopes.ts';
import { callerOfActor } from '../../access/caller-of-actor.ts';
import { createTokenService } from '../../access/token/token-service.ts';

let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement();
});
afterAll(() => management?.close());

const anyVersion = { 'if-match': '*' };

async function makeAccount(): Promise<{ brandId: number; advertiserCompanyId: number; invoiceCompanyId: number }> {
  const brand = await makeObject(management, 'brands');
  const partner = Number(brand['mediaPartnerId']);
  return { brandId: brand.id, advertiserCompanyId: partner, invoiceCompanyId: partner };
}

test('a buyer agent is created, changed and archived', async () => {
  const account = await makeAccount();
  const { id: packageId } = await makeObject(management, 'product-packages');
  const body = {
    ...(await makeBody(management, 'buyer-agents')),
    accounts: [{ ...account, operator: 'Agency.example' }],
    packageIds: [packageId],
    maxCampaignBudget: { amount: '1000.00', currency: 'EUR' },
  };
  const created = await management.call('POST', '/buyer-agents', { body });
  expect(created).toMatchObject({
    status: 201,
    body: { accounts: [{ ...account, operator: 'agency.example' }], packageIds: [packageId], maxDailyBudget: null },
  });
  const { id } = created.body;
  const changed = await management.call('PATCH', `/buyer-agents/${id}`, {
    body: { packageIds: null, active: false },
    headers: anyVersion,
  });
  expect(changed.body).toMatchObject({ packageIds: null, active: false, version: 2 });
  expect((await management.call('DELETE', `/buyer-agents/${id}`, { headers: anyVersion })).status).toBe(200);
  const again = await management.call('POST', '/buyer-agents', { body: { ...body, name: 'Second' } });
  expect(again).toMatchObject({ status: 400, body: { errors: [{ pointer: '/serviceAccountId', code: 'duplicate' }] } });
});

test('scopes beyond those of an advertiser and accounts of other partners are refused', async () => {
  const approving = await makeObject(management, 'service-accounts', {
    scopes: ['bookings:write', 'bookings:approve'],
  });
  const wide = await makeBody(management, 'buyer-agents', { serviceAccountId: approving.id });
  expect(await management.call('POST', '/buyer-agents', { body: wide })).toMatchObject({
    status: 400,
    body: {
      errors: [
        { pointer: '/serviceAccountId', code: 'not_permitted', message: expect.stringContaining('bookings:approve') },
      ],
    },
  });
  const [account, other] = [await makeAccount(), await makeAccount()];
  const mixed = await makeBody(management, 'buyer-agents', { accounts: [{ ...account, brandId: other.brandId }] });
  expect(await management.call('POST', '/buyer-agents', { body: mixed })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/accounts/0/brandId' }] },
  });
});

test('an agent reaches only its accounts, and revoking it ends its access at once', async () => {
  const { database, services } = management;
  const server = createServer((request, response) => tokens.callback(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokens = await createTokenService({ database, secret: services.secret, publicUrl });
  try {
    const scopes = scopesOfRole.advertiser;
    const body = await makeBody(management, 'service-accounts', { scopes });
    const {
      id: serviceAccountId,
      clientId,
      clientSecret,
    } = (await management.call('POST', '/service-accounts', { body })).body;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(`${publicUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    const token = ((await answer.json()) as { access_token: string }).access_token;
    expect(await tokens.verifyAccessToken(token)).toMatchObject({ reach: 'everything' });

    const account = await makeAccount();
    const accounts = [{ ...account, operator: null }];
    const buyer = await makeObject(management, 'buyer-agents', { serviceAccountId, accounts });
    expect(await tokens.verifyAccessToken(token)).toMatchObject({ reach: accounts });
    // Scopes that the service account receives later do not apply.
    await management.call('PATCH', `/service-accounts/${serviceAccountId}`, {
      body: { scopes: [...scopes, 'bookings:approve'] },
      headers: anyVersion,
    });
    const caller = await callerOfActor(database, `service-account:${serviceAccountId}`);
    expect([...(caller?.scopes ?? [])]).toEqual([...scopes]);
    expect(caller?.reach).toEqual(accounts);

    const set = (active: boolean) =>
      management.call('PATCH', `/buyer-agents/${buyer.id}`, { body: { active }, headers: anyVersion });
    await set(false);
    expect(await tokens.verifyAccessToken(token)).toBeNull();
    expect(await callerOfActor(database, `service-account:${serviceAccountId}`)).toBeNull();
    await set(true);
    expect(await tokens.verifyAccessToken(token)).toMatchObject({ reach: accounts });
    await management.call('DELETE', `/buyer-agents/${buyer.id}`, { headers: anyVersion });
    expect(await tokens.verifyAccessToken(token)).toBeNull();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('budgets of an agent stay within its limits, also with concurrent calls', async () => {
  const account = await makeAccount();
  const { serviceAccountId } = await makeObject(management, 'buyer-agents', {
    accounts: [account],
    maxCampaignBudget: { amount: '600.00', currency: 'EUR' },
    maxDailyBudget: { amount: '1000.00', currency: 'EUR' },
  });
  const as = { account: Number(serviceAccountId) };
  const { brandId, ...companies } = account;
  const save = (amount: string | null, currency = 'EUR') =>
    management.call('POST', '/campaigns', {
      ...as,
      body: { name: 'Agent', ...companies, brandIds: [brandId], budget: amount === null ? null : { amount, currency } },
    });
  const faultOf = ({ status, body }: Awaited<ReturnType<typeof save>>) => [
    status,
    body.errors?.[0].pointer,
    body.errors?.[0].code,
  ];

  expect(faultOf(await save(null))).toEqual([400, '/budget', 'required']);
  expect(faultOf(await save('10.00', 'USD'))).toEqual([400, '/budget/currency', 'other_currency']);
  expect(faultOf(await save('600.01'))).toEqual([400, '/budget/amount', 'over_limit']);
  const answers = await Promise.all(Array.from({ length: 8 }, () => save('200.00')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 201).map(faultOf);
  expect(refused).toEqual(Array(3).fill([400, '/budget/amount', 'over_limit']));

  // A decrease is possible and does not give the amount back. An increase counts.
  const id = answers.find(({ status }) => status === 201)?.body.id;
  const set = (amount: string) =>
    management.call('PATCH', `/campaigns/${id}`, {
      ...as,
      body: { budget: { amount, currency: 'EUR' } },
      headers: anyVersion,
    });
  expect((await set('100.00')).status).toBe(200);
  expect(faultOf(await set('100.01'))).toEqual([400, '/budget/amount', 'over_limit']);
  // Ad operations are not limited.
  expect(
    await management.call('PATCH', `/campaigns/${id}`, {
      body: { budget: { amount: '5000.00', currency: 'EUR' } },
      headers: anyVersion,
    }),
  ).toMatchObject({ status: 200 });
  // The agent can still change other fields of the campaign, but not its budget.
  const rename = { ...as, body: { name: 'Renamed' }, headers: anyVersion };
  expect((await management.call('PATCH', `/campaigns/${id}`, rename)).body).toMatchObject({
    name: 'Renamed',
    budget: { amount: '5000.00', currency: 'EUR' },
  });
  expect(faultOf(await set('5000.01'))).toEqual([400, '/budget/amount', 'over_limit']);
});
