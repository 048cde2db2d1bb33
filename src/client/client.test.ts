import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeNewest } from './change-newest.ts';
import { connectPlacard, UnexpectedAnswer } from './connect-placard.ts';
import { everyObject } from './every-object.ts';
import { getPublisher, listPublishers, updatePublisher } from './generated/sdk.gen.ts';
import { orThrow, PlacardProblem } from './placard-problem.ts';
import { uploadFile } from './upload-file.ts';

const problem = (status: number, code: string) => JSON.stringify({ status, code, title: code, type: '', instance: '' });

/** Responses of the test server to API calls, in order. The last one is repeated. */
let answers: RequestListener[] = [];
let calls: string[] = [];
let tokenSeconds = 300;
let tokens = 0;
let tokenStatus = 200;
let server: Server;
let address: string;

beforeEach(async () => {
  [answers, calls, tokenSeconds, tokens, tokenStatus] = [[], [], 300, 0, 200];
  server = createServer((request, response) => {
    if (request.url === '/oauth2/token') {
      tokens += 1;
      response.writeHead(tokenStatus, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: tokenSeconds }));
      return;
    }
    calls.push(
      `${request.method} ${request.url} ${request.headers.authorization} ${request.headers['if-match'] ?? ''}`,
    );
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const connect = () => connectPlacard({ address, clientId: 'a', clientSecret: 'b' });
const json =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  };

test('uses one token for many calls, also concurrent ones', async () => {
  answers = [json(200, '[]')];
  const client = connect();
  await Promise.all(Array.from({ length: 5 }, () => listPublishers({ client })));
  await listPublishers({ client });
  expect(tokens).toBe(1);
  expect(new Set(calls)).toEqual(new Set(['GET /api/v1/inventory/publisher Bearer token-1 ']));
});

test('replaces an expiring or refused token before the next call', async () => {
  answers = [json(200, '[]')];
  tokenSeconds = 20;
  const client = connect();
  for (let call = 0; call < 3; call += 1) await listPublishers({ client });
  expect(tokens).toBe(3);
  tokenSeconds = 300;
  answers = [json(200, '[]'), json(401, problem(401, 'authentication_required')), json(200, '[]')];
  await listPublishers({ client });
  expect((await listPublishers({ client })).error?.code).toBe('authentication_required');
  expect((await listPublishers({ client })).error).toBeUndefined();
  expect(tokens).toBe(5);
});

test('throws the status of a refused secret, and requests a token again for the next call', async () => {
  tokenStatus = 401;
  answers = [json(200, '[]')];
  const client = connect();
  await expect(listPublishers({ client })).rejects.toMatchObject({ name: 'UnexpectedAnswer', status: 401 });
  tokenStatus = 200;
  expect((await listPublishers({ client })).data).toEqual([]);
});

test('throws unexpected responses but returns problems', async () => {
  answers = [json(502, '<h1>Bad gateway</h1>'), json(404, problem(404, 'not_found'))];
  const client = connect();
  await expect(getPublisher({ client, path: { id: 1 } })).rejects.toBeInstanceOf(UnexpectedAnswer);
  const absent = getPublisher({ client, path: { id: 1 } });
  expect((await absent).error?.code).toBe('not_found');
  await expect(orThrow(absent)).rejects.toBeInstanceOf(PlacardProblem);
  server.closeAllConnections();
  server.close();
  await expect(getPublisher({ client, path: { id: 1 } })).rejects.toBeInstanceOf(TypeError);
});

test('follows the cursors of a list to the end', async () => {
  answers = [
    json(200, '[{"id":1},{"id":2}]', { link: '</api/v1/inventory/publisher?limit=500&cursor=one>; rel="next"' }),
    json(200, '[{"id":3}]'),
  ];
  const client = connect();
  const ids: number[] = [];
  for await (const { id } of everyObject((page) => listPublishers({ client, query: page }))) ids.push(id);
  expect(ids).toEqual([1, 2, 3]);
  expect(calls.map((call) => call.split(' ')[1])).toEqual([
    '/api/v1/inventory/publisher?limit=500',
    '/api/v1/inventory/publisher?limit=500&cursor=one',
  ]);
});

test('repeats a change after a conflict on the newest version, and repeats no other errors', async () => {
  const client = connect();
  const steps = {
    read: () => getPublisher({ client, path: { id: 1 } }),
    change: (_publisher: unknown, etag: string) =>
      updatePublisher({ client, path: { id: 1 }, headers: { 'If-Match': etag }, body: {} }),
  };
  answers = [
    json(200, '{"id":1}', { etag: '"1"' }),
    json(412, problem(412, 'stale_version')),
    json(200, '{"id":1}', { etag: '"2"' }),
    json(200, '{"id":1,"version":3}', { etag: '"3"' }),
  ];
  expect(await changeNewest(steps)).toMatchObject({ version: 3 });
  expect(calls.filter((call) => call.startsWith('PATCH')).map((call) => call.split(' ').at(-1))).toEqual([
    '"1"',
    '"2"',
  ]);
  answers = [json(200, '{"id":1}', { etag: '"3"' }), json(409, problem(409, 'archived'))];
  await expect(changeNewest(steps)).rejects.toMatchObject({ problem: { code: 'archived' } });
  answers = [json(200, '{"id":1}', { etag: '"3"' }), json(412, problem(412, 'stale_version'))];
  calls = [];
  answers = [
    (request, response) =>
      request.method === 'GET'
        ? json(200, '{"id":1}', { etag: '"3"' })(request, response)
        : json(412, problem(412, 'stale_version'))(request, response),
  ];
  await expect(changeNewest(steps)).rejects.toMatchObject({ problem: { code: 'stale_version' } });
  expect(calls).toHaveLength(20);
});

test('sends a file as a form part with the version that was read', async () => {
  let form: FormData | null = null;
  answers = [
    async (request, response) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      form = await new Response(await buffer(request), { headers }).formData();
      json(200, '{}')(request, response);
    },
  ];
  const sent = await uploadFile(connect(), {
    creativeId: 7,
    file: new Blob(['a video']),
    fileName: 'video.mp4',
    ifMatch: '"1-a"',
  });
  expect(sent.response?.status).toBe(200);
  expect(calls).toEqual(['POST /api/v1/creatives/7/file Bearer token-1 "1-a"']);
  const entries = [...(form ?? new FormData())];
  expect(entries.map(([name]) => name)).toEqual(['file']);
  const [[, file]] = entries as [[string, File]];
  expect([file.name, await file.text()]).toEqual(['video.mp4', 'a video']);
});
