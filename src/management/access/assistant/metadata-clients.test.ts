import { createServer, IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  authorizationPath,
  callTeam,
  decideApproval,
  openCookieJar,
  pkcePair,
  postToken,
} from '../../../../test/support/services/assistant-login.ts';
import {
  type AssistantWorld,
  codeForm,
  startAssistantWorld,
} from '../../../../test/support/services/assistant-world.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { createLog } from '../../../platform/log/log.ts';
import { findAssistantClient } from './assistant-clients.ts';
import { readMetadataClients } from './metadata-clients.ts';

let world: AssistantWorld;
beforeAll(async () => {
  world = await startAssistantWorld();
});
afterAll(() => world?.management.close());

const clientId = 'https://desk.example/oauth/client.json';
const metadata = {
  client_id: clientId,
  client_name: 'Desk',
  redirect_uris: ['desk://oauth/callback', 'http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'private_key_jwt',
  scope: 'campaigns:write',
  account_id: 1,
};

/** Reads the client of a request. The host of the documents is fake. */
async function read(
  id: string,
  respond: (url: string) => Response | Promise<Response>,
  { headers = {}, without = '' }: { readonly headers?: Record<string, string>; readonly without?: string } = {},
) {
  const called: string[] = [];
  const readClient = readMetadataClients({
    config: readConfig({ PLACARD_DATA: '/tmp' }, 'management'),
    database: world.management.database,
    secret: 'a deployment secret of enough characters',
    log: createLog({ level: 'silent', name: 'test' }),
    fetchDocument: async (url) => {
      called.push(url);
      return respond(url);
    },
  });
  const request = new IncomingMessage(new Socket());
  const parameters = { client_id: id, response_type: 'code', redirect_uri: 'desk://oauth', code_challenge: 'c' };
  request.url = `/oauth2/authorize?${new URLSearchParams(Object.entries(parameters).filter(([name]) => name !== without))}`;
  Object.assign(request.headers, headers);
  await readClient(request);
  return called;
}
const find = (id: string) => findAssistantClient(world.management.database, id);

test('a client with a document is read, approved and connected as a public client', async () => {
  expect(await read(clientId, () => Response.json(metadata))).toEqual([clientId]);
  expect(await find(clientId)).toEqual({
    client_id: clientId,
    client_name: 'Desk',
    application_type: 'native',
    redirect_uris: metadata.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
  // It is not read again within the hour.
  expect(await read(clientId, () => Response.json(metadata))).toEqual([]);

  const person = await world.makePerson();
  const assistant = { clientId, redirectUri: 'desk://oauth/callback' };
  const { page, verifier } = await world.startRequest(person.browser, assistant);
  const shown = await person.browser.get(page);
  expect(shown.text).toContain('<h2>Published by</h2><p>desk.example</p>');
  expect(shown.text).toContain('<h2>Returns to</h2><p>desk:</p>');
  const returned = await decideApproval(person.browser, page, 'approve');
  expect(returned.href).toMatch(/^desk:\/\/oauth\/callback\?/);
  const code = returned.searchParams.get('code') ?? '';
  const { status, body } = await postToken(world.origin, codeForm(assistant, code, verifier));
  expect([status, body.scope]).toEqual([200, 'assistant:read assistant:draft']);
  expect((await callTeam(world.origin, body.access_token)).status).toBe(200);
  expect(await world.auditOf(person)).toMatchObject([{ after: { client: 'Desk', clientId, host: 'desk:' } }]);
});

test.each<[string, string, () => Response | Promise<Response>]>([
  ['of another client', 'https://a.example/c', () => Response.json({ ...metadata, client_id: 'https://b.example/c' })],
  ['without redirect URIs', 'https://a.example/d', () => Response.json({ client_id: 'https://a.example/d' })],
  [
    'with an unsafe redirect URI',
    'https://a.example/e',
    () => Response.json({ ...metadata, client_id: 'https://a.example/e', redirect_uris: ['http://evil.example/'] }),
  ],
  ['that is a redirect', 'https://a.example/f', () => new Response(null, { status: 302, headers: { location: '/g' } })],
  ['that is not JSON', 'https://a.example/h', () => new Response('<html>')],
  ['that is null', 'https://a.example/i', () => Response.json(null)],
  ['that cannot be reached', 'https://a.example/j', () => Promise.reject(new Error('connect ECONNREFUSED'))],
])('a document %s is refused', async (_case, id, respond) => {
  expect(await read(id, respond)).toEqual([id]);
  expect(await find(id)).toBeUndefined();
});

test.each([
  'https://a.example/',
  'https://a.example',
  'https://user:secret@a.example/c',
  'https://a.example/c#part',
  'https://A.example/c',
  'https://a.example/x/../c',
  'http://a.example/c',
  `https://a.example/${'c'.repeat(500)}`,
  'placard-demo',
])('no document is read for the client ID %s', async (id) => {
  expect(await read(id, () => Response.json({ ...metadata, client_id: id }))).toEqual([]);
});

test('no document is read for an image of another site, or a request that is incomplete', async () => {
  const id = 'https://a.example/image';
  const respond = () => Response.json({ ...metadata, client_id: id });
  expect(await read(id, respond, { headers: { 'sec-fetch-dest': 'image' } })).toEqual([]);
  for (const without of ['response_type', 'redirect_uri', 'code_challenge']) {
    expect(await read(id, respond, { without })).toEqual([]);
  }
  expect(await read(id, respond, { headers: { 'sec-fetch-dest': 'document' } })).toEqual([id]);
});

test('a client whose document was withdrawn is not approved, and one whose host does not respond is', async () => {
  const id = 'https://a.example/withdrawn';
  const expire = () =>
    world.management.database
      .updateTable('assistantClient')
      .set({ createdAt: new Date(Date.now() - 7_200_000) })
      .where('assistantClient.clientId', '=', id)
      .execute();
  await read(id, () => Response.json({ ...metadata, client_id: id }));
  await expire();
  await read(id, () => new Response('Bad gateway', { status: 502 }));
  await read(id, () => new Response('Too many requests', { status: 429 }));
  await read(id, () => Promise.reject(new Error('timeout')));
  expect(await find(id)).toMatchObject({ redirect_uris: metadata.redirect_uris });
  await read(id, () => new Response('Not found', { status: 404 }));
  expect(await find(id)).toMatchObject({ redirect_uris: ['https://withdrawn.invalid/'] });
  // It is read again an hour later.
  await expire();
  await read(id, () => Response.json({ ...metadata, client_id: id }));
  expect(await find(id)).toMatchObject({ redirect_uris: metadata.redirect_uris });
});

test('the server reads no document from a private address', async () => {
  let calls = 0;
  const inside = createServer((_request, response) => {
    calls += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const { port } = inside.address() as AddressInfo;
  inside.on('connection', () => {
    calls += 1;
  });
  const id = `https://127.0.0.1:${port}/client.json`;
  const assistant = { clientId: id, redirectUri: 'desk://oauth/callback' };
  const path = authorizationPath(world.origin, assistant, { code_challenge: pkcePair().challenge });
  const answer = await openCookieJar(world.origin).get(path);
  inside.close();
  expect([answer.status, calls]).toEqual([400, 0]);
  expect(answer.text).toContain('Connection failed');
});
