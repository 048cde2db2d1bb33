import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoRows } from '../../../../test/support/database/video-rows.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import { type RedisServer, startRedisServer } from '../../../../test/support/services/redis-server.ts';

const vast = '<?xml version="1.0"?><VAST version="3.0"><Error><![CDATA[https://x.example/?a=1&é]]></Error></VAST>';
const xml = { type: 'xml', value: vast };

let redis: RedisServer;
let delivery: TestDelivery;
let shared: TestDelivery;

beforeAll(async () => {
  redis = await startRedisServer();
  [delivery, shared] = await Promise.all([startTestDelivery(), startTestDelivery(undefined, { redisUrl: redis.url })]);
  await waitUntil('Redis to be connected', async () => (await shared.fetch('/cache?uuid=x')).status === 404);
});

afterAll(async () => {
  await delivery.close();
  await shared.close();
  await redis.stop();
});

function put(puts: unknown, headers: Record<string, string> = {}, to = delivery): Promise<Response> {
  return to.fetch('/cache', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof puts === 'string' ? puts : JSON.stringify({ puts }),
  });
}

async function uuidsOf(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(200);
  const { responses } = (await answer.json()) as { responses: { uuid: string }[] };
  return responses.map(({ uuid }) => uuid);
}

async function uuidOf(answer: Response): Promise<string> {
  return (await uuidsOf(answer))[0] ?? '';
}

describe.each([
  ['files', () => delivery],
  ['Redis', () => shared],
])('documents in the cache of %s', (_name, to) => {
  test('are returned with their type', async () => {
    const value = { a: [1, 'é', null] };
    const uuids = await uuidsOf(await put([xml, { type: 'json', value }], {}, to()));
    expect(uuids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const first = await to().fetch(`/cache?uuid=${uuids[0]}`);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(await first.text()).toBe(vast);
    const second = await to().fetch(`/cache?uuid=${uuids[1]}`);
    expect(second.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await second.json()).toEqual(value);
  });

  test('are distinguished from expired and unknown ones', async () => {
    const uuid = await uuidOf(await put([{ ...xml, ttlseconds: 1 }], {}, to()));
    expect((await to().fetch(`/cache?uuid=${uuid}`)).status).toBe(200);
    await waitUntil('410', async () => (await to().fetch(`/cache?uuid=${uuid}`)).status === 410);
    const unknown = await to().fetch('/cache?uuid=11111111-2222-4333-8444-555555555555');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  test('keep the key that the sender chose, and a taken key is reported by an empty uuid', async () => {
    const key = `15.00_${to().base}`;
    expect(await uuidsOf(await put([{ ...xml, key }, xml], {}, to()))).toEqual([key, expect.stringMatching(/.{36}/)]);
    const other = { ...xml, value: '<VAST version="2.0"/>', key };
    expect(await uuidsOf(await put([other], {}, to()))).toEqual(['']);
    expect(await (await to().fetch(`/cache?uuid=${encodeURIComponent(key)}`)).text()).toBe(vast);
  });
});

test('wire-protocol 4: the origin is echoed with credentials, on the request, the response, an error and the preflight', async () => {
  const origin = 'https://page.example';
  const call = await put([xml], { origin, 'content-type': 'text/plain' });
  const uuid = await uuidOf(call.clone());
  const answers = [
    call,
    await delivery.fetch(`/cache?uuid=${uuid}`, { headers: { origin } }),
    await put('nothing', { origin }),
    await delivery.fetch('/cache', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 204]);
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
  }
});

test('wire-protocol 12(c) 19: unknown query parameters are ignored', async () => {
  const uuid = await uuidOf(await put([xml]));
  for (const query of [`uuid=${uuid}&pb_uuid=1`, `pb_uuid=1&uuid=${uuid}&t=2`]) {
    expect((await delivery.fetch(`/cache?${query}`)).status).toBe(200);
  }
  expect((await delivery.fetch(`/cache/?uuid=${uuid}`)).status).toBe(200);
  const head = await delivery.fetch(`/cache?uuid=${uuid}`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('white space around a document is trimmed, and a document cannot run as a page of this origin', async () => {
  const uuid = await uuidOf(await put([{ ...xml, value: `\n  ${vast}\n` }]));
  const answer = await delivery.fetch(`/cache?uuid=${uuid}`);
  expect(await answer.text()).toBe(vast);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a lifetime of up to 24 hours is accepted, a longer one is limited, and the default is one hour', async () => {
  const lives = [undefined, 0, 60, 86_400, 1_000_000];
  const nowMs = Date.now();
  delivery.setNow(nowMs);
  const uuids = await uuidsOf(await put(lives.map((ttlseconds) => ({ ...xml, ttlseconds }))));
  const statusAt = async (seconds: number) => {
    delivery.setNow(nowMs + seconds * 1000);
    return Promise.all(uuids.map(async (uuid) => (await delivery.fetch(`/cache?uuid=${uuid}`)).status));
  };
  expect(await statusAt(59)).toEqual([200, 200, 200, 200, 200]);
  expect(await statusAt(60)).toEqual([200, 200, 410, 200, 200]);
  expect(await statusAt(3_599)).toEqual([200, 200, 410, 200, 200]);
  expect(await statusAt(3_600)).toEqual([410, 410, 410, 200, 200]);
  expect(await statusAt(86_399)).toEqual([404, 404, 404, 200, 200]);
  expect(await statusAt(86_400)).toEqual([404, 404, 404, 410, 410]);
  delivery.setNow(null);
});

describe('a call with an error stores nothing and reports the error', () => {
  const large = `<VAST>${'x'.repeat(256 * 1024)}</VAST>`;
  test.each([
    ['', 'no JSON'],
    ['', '[]'],
    ['/puts', '{}'],
    ['/puts', []],
    ['/puts', Array.from({ length: 11 }, () => xml)],
    ['/puts/1', [xml, 'x']],
    ['/puts/1/type', [xml, { value: vast }]],
    ['/puts/1/type', [xml, { type: 'XML', value: vast }]],
    ['/puts/1/value', [xml, { type: 'xml' }]],
    ['/puts/1/value', [xml, { type: 'json' }]],
    ['/puts/1/value', [xml, { type: 'xml', value: { a: 1 } }]],
    ['/puts/1/value', [xml, { type: 'xml', value: '<VAST><Ad></VAST>' }]],
    ['/puts/1/value', [xml, { type: 'xml', value: '<html/>' }]],
    ['/puts/1/value', [xml, { type: 'xml', value: large }]],
    ['/puts/1/value', [xml, { type: 'json', value: large }]],
    [
      '/puts/1/value',
      `{"puts":[{"type":"xml","value":"<VAST version=\\"4.2\\"/>"},{"type":"json","value":${'['.repeat(8_000)}${']'.repeat(8_000)}}]}`,
    ],
    ['/puts/1/ttlseconds', [xml, { ...xml, ttlseconds: -1 }]],
    ['/puts/1/ttlseconds', [xml, { ...xml, ttlseconds: '60' }]],
    ['/puts/1/key', [xml, { ...xml, key: 7 }]],
    ['/puts/1/key', [xml, { ...xml, key: 'k'.repeat(257) }]],
  ])('%s (case %#)', async (pointer, puts) => {
    const key = `kept ${Math.random()}`;
    const [first, ...others] = Array.isArray(puts) ? puts : [];
    const named = Array.isArray(puts) && puts.length === 2 ? [{ ...(first as typeof xml), key }, ...others] : puts;
    const answer = await put(named);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: 400, errors: [{ pointer }] });
    expect((await delivery.fetch(`/cache?uuid=${encodeURIComponent(key)}`)).status).toBe(404);
  });

  test('exactly 256 KiB are accepted, ten times in one call', async () => {
    const value = `<VAST>${'x'.repeat(256 * 1024 - 13)}</VAST>`;
    const uuids = await uuidsOf(await put(Array.from({ length: 10 }, () => ({ type: 'xml', value }))));
    expect(await (await delivery.fetch(`/cache?uuid=${uuids[9]}`)).text()).toBe(value);
  });

  test('413 for a body that is too large', async () => {
    expect((await put(`{"puts":"${'x'.repeat(4 * 1024 * 1024)}"}`)).status).toBe(413);
  });

  test.each(['/cache', '/cache?uuid=', '/cache?uuid', `/cache?uuid=${'x'.repeat(257)}`])(
    '400 for GET %.40s',
    async (path) => {
      expect((await delivery.fetch(path)).status).toBe(400);
    },
  );

  test('405 for another method', async () => {
    const answer = await delivery.fetch('/cache?uuid=1', { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});

test('503 with Retry-After while the required Redis is unreachable', async () => {
  await redis.stop();
  await waitUntil('the loss to be seen', async () => (await put([xml], {}, shared)).status === 503);
  const answer = await shared.fetch('/cache?uuid=1');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await shared.fetch('/json/sl_home_-lb')).status).toBe(200);
});

test('bodies above the shared memory limit are rejected, ads continue, and the memory is released', async () => {
  // All but the last byte of each body, so that none is complete and together they exceed the limit.
  const { hostname, port } = new URL(delivery.base);
  const length = 3 * 1024 * 1024;
  const calls = Array.from({ length: 30 }, () => {
    const call = request({
      hostname,
      port,
      path: '/cache',
      method: 'POST',
      agent: false,
      headers: { 'content-length': length },
    });
    // A client that is rejected while sending may find the connection closed before it reads the response. That is also
    // `refused`.
    const status = new Promise<number | 'refused'>((resolve) => {
      call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
      call.on('error', () => resolve('refused'));
    });
    call.write('x'.repeat(length - 1));
    return { call, status };
  });
  expect(await Promise.race(calls.map(({ status }) => status))).toSatisfy(isRefusal);
  expect((await delivery.fetch('/json/sl_home_-lb')).status).toBe(200);
  for (const { call } of calls) call.end('x');
  const statuses = await Promise.all(calls.map(({ status }) => status));
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(15);
  expect(statuses.filter(isRefusal).length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 400 || isRefusal(status))).toBe(true);
  expect((await put([xml])).status).toBe(200);
});

function isRefusal(status: unknown): boolean {
  return status === 503 || status === 'refused';
}

describe('wire-protocol 7: /content/<uuid>', () => {
  test('returns the VAST document of an ad for 3.5 hours, with any query and origin', async () => {
    const nowMs = Date.now();
    delivery.setNow(nowMs);
    await delivery.publish(videoRows());
    const ask = { slots: [{ slotname: '_home_-video' }], vastContentAsUrl: true };
    const answer = await delivery.fetch('/json', { method: 'POST', body: JSON.stringify(ask) });
    const [{ cachedBodyUrl: address }] = (await answer.json()) as [{ cachedBodyUrl: string }];
    expect(address).toMatch(/^http:\/\/ads\.example\/content\/[0-9a-f-]{36}$/);
    delivery.setNow(nowMs + 3.5 * 3_600_000 - 1);
    const headers = { origin: 'https://page.example' };
    for (const path of [address, `${address}?pb_uuid=1`, `${address}/`]) {
      const answer = await delivery.fetch(path, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://page.example');
      expect(await answer.text()).toContain('<AdTitle>Winter video</AdTitle>');
    }
    delivery.setNow(nowMs + 3.5 * 3_600_000);
    expect((await delivery.fetch(address)).status).toBe(404);
    delivery.setNow(null);
  });

  test.each(['/content', '/content/', '/content/x', '/content/11111111-2222-4333-8444-555555555555'])(
    '404 for %s',
    async (path) => {
      expect((await delivery.fetch(path)).status).toBe(404);
    },
  );

  test('does not contain documents of the cache', async () => {
    const uuid = await uuidOf(await put([xml]));
    expect((await delivery.fetch(`/content/${uuid}`)).status).toBe(404);
  });

  test('does not accept documents', async () => {
    expect((await delivery.fetch('/content/x', { method: 'POST', body: '{}' })).status).toBe(405);
  });
});
