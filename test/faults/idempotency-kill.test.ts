import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPlacard } from '../../src/client/connect-placard.ts';
import type { Client } from '../../src/client/generated/client/index.ts';
import { createPublisher, listAuditEntries, listPublishers } from '../../src/client/generated/sdk.gen.ts';
import { orThrow } from '../../src/client/placard-problem.ts';
import { type CommitMoment, type CommittingProxy, startCommittingProxy } from '../support/database/committing-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { freePort } from '../support/process/free-port.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';

/** Number of calls that wait for the same response when everything is killed. */
const together = 50;

let folder: string;
let database: TestDatabase;
let proxy: CommittingProxy;
let environment: Record<string, string>;
let placard: PlacardGroup;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-once-'));
  database = await createTestDatabase();
  proxy = await startCommittingProxy(database.url);
  const account = { clientId: 'once', clientSecret: 'the secret of who creates once' };
  environment = {
    PORT: String(await freePort()),
    PLACARD_DELIVERY_PORT: String(await freePort()),
    PLACARD_DATA: join(folder, 'data'),
    PLACARD_PROCESSES: '1',
    PLACARD_LOG_LEVEL: 'warn',
    PLACARD_CLIENT_ID: account.clientId,
    PLACARD_CLIENT_SECRET: account.clientSecret,
    DATABASE_URL: proxy.url,
  };
  placard = await startPlacardGroup(environment);
  client = connectPlacard({ address: `http://127.0.0.1:${environment['PORT']}`, ...account });
});
afterAll(async () => {
  await placard?.stop();
  await proxy?.close();
  await database?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

test.each<[CommitMoment, string, boolean]>([
  ['after', 'exists and the retry returns it', true],
  ['before', 'does not exist and the retry creates it', false],
])('kill -9 %s the commit: the resource %s', async (moment, _what, isKept) => {
  const name = `Created ${moment} the end`;
  const order = { client, body: { companyName: name }, headers: { 'Idempotency-Key': `key-${moment}` } };
  // The client has its token before the proxy holds anything.
  await orThrow(listPublishers({ client }));
  const reached = proxy.stopAt(moment, 'idempotency_key');
  const first = Promise.allSettled(Array.from({ length: together }, () => createPublisher(order)));
  await reached;
  const late = await createPublisher(order);
  expect(late.response?.status).toBe(moment === 'after' ? 201 : 409);
  await placard.kill();
  const interrupted = [...(await first), { status: 'fulfilled', value: late } as const];
  // Before all assertions, because the next test needs a server as well.
  placard = await startPlacardGroup(environment);

  // No response contains an uncommitted publisher. Most calls get a response about a request in progress, or lose their
  // connection. A call that arrives after the commit can get the publisher as a replayed response.
  const toldEarly: string[] = [];
  for (const outcome of interrupted) {
    if (outcome.status !== 'fulfilled') continue;
    const { data, response, error } = outcome.value;
    if (response?.ok === true) {
      expect([moment, response.headers.get('idempotency-replayed')]).toEqual(['after', 'true']);
      toldEarly.push(JSON.stringify([response.status, response.headers.get('etag'), data]));
      continue;
    }
    // An incomplete response has no code.
    expect(error?.code ?? 'request_in_progress').toBe('request_in_progress');
  }

  const answers = await Promise.all(Array.from({ length: together }, () => createPublisher(order)));
  const settled = await Promise.all(
    answers.map(async (answer) => (answer.error === undefined ? answer : createPublisher(order))),
  );
  const told = settled.map(({ data, response }) =>
    JSON.stringify([response?.status, response?.headers.get('etag'), data]),
  );
  expect(new Set([...told, ...toldEarly]).size).toBe(1);
  expect(settled[0]?.response?.status).toBe(201);
  const replayed = settled.filter(({ response }) => response?.headers.get('idempotency-replayed') === 'true');
  expect(replayed.length).toBe(isKept ? together : together - 1);

  const { data: found } = await orThrow(listPublishers({ client, query: { search: name } }));
  expect(found).toEqual([settled[0]?.data]);
  const query = { kind: ['inventory/publisher'], objectId: [found[0]?.id ?? 0] };
  expect((await orThrow(listAuditEntries({ client, query }))).data).toHaveLength(1);
});
