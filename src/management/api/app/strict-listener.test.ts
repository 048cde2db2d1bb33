import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { buildManagementApp } from './build-management-app.ts';

let management: TestManagement;
let app: FastifyInstance;
let port: number;
const logged: { readonly level: string; readonly line: unknown }[] = [];

beforeAll(async () => {
  management = await startTestManagement();
  const { log } = management.services;
  const note = (level: 'info' | 'warn' | 'error') =>
    ((...given: unknown[]) => logged.push({ level, line: given[0] })) as unknown as typeof log.info;
  const noting = Object.assign(Object.create(log), { info: note('info'), warn: note('warn'), error: note('error') });
  const timeouts = { headersMs: 400, bodyMs: 400, uploadMs: 3_000, checkMs: 50 };
  app = await buildManagementApp({ ...management.services, log: noting }, timeouts);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app?.close();
  await management?.close();
});

const post = (type: string) =>
  `POST /api/v1/media-partners HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 1~media-partners.write\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n`;

/** Sends the path unchanged. */
function ask(method: string, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false }, (answer) => {
      answer.resume();
      resolve(answer);
    });
    sent.on('error', reject).end();
  });
}

/** Sends the bytes, then one byte at intervals until the server closes the connection. */
function sendSlowly(bytes: string): Promise<{ readonly answer: string; readonly ms: number }> {
  const started = performance.now();
  return new Promise((resolve) => {
    let answer = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setInterval(() => socket.writable && socket.write('x'), 50);
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer, ms: performance.now() - started });
    });
  });
}

describe('a path that leaves a folder of files', () => {
  test.each([
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/a/..%2f..%2f..%2fetc/passwd',
    '/assets//etc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%00',
    '/assets/x%00.js',
    '/assets/.',
    '/assets/nosuch.js',
    '/api/docs/static/../package.json',
    '/api/docs/static/..%2f..%2fpackage.json',
    '/api/docs/static/%2e%2e/%2e%2e/package.json',
    '/api/docs/static/%00',
    '/api/docs/static//index.html',
    '/api/docs/static/nosuch.js',
  ])('returns 404: %s', async (path) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await ask(method, path);
      expect(answer.statusCode, method).toBe(404);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
  });
});

/** Returns everything that the server sends until it closes the connection. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

describe('a malformed request head', () => {
  const countCalls = () => logged.filter(isOfCall).length;
  const create = (version: string, hosts: string) => {
    const body = '{"name":"Twice"}';
    const fields = `Authorization: Bearer 1~media-partners.write\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    return `POST /api/v1/media-partners ${version}\r\n${hosts}\r\n${fields}\r\n\r\n${body}`;
  };

  test('returns 400 for two Host headers, and executes nothing that follows', async () => {
    const before = countCalls();
    for (const hosts of ['Host: x\r\nHost: x', 'host: x\r\nHOST: y']) {
      const answer = await send(create('HTTP/1.1', hosts) + create('HTTP/1.1', 'Host: x'));
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request"/);
      expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    }
    expect(countCalls()).toBe(before);
    expect(await send('POST /oauth2/token HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 0\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  test.each(['HTTP/2.0', 'HTTP/3.0', 'HTTP/0.9'])('returns 505 for a request line with %s', async (version) => {
    const answer = await send(create(version, 'Host: x') + create('HTTP/1.1', 'Host: x'));
    expect(answer).toMatch(/^HTTP\/1\.1 505 [\s\S]*"code":"http_version_not_supported"/);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe('a slow client', () => {
  test('returns 408 in time for incomplete headers', async () => {
    const { answer, ms } = await sendSlowly('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    expect(ms).toBeLessThan(2_500);
  });

  test('returns 408 in time for an incomplete body and disconnects a client that keeps sending', async () => {
    for (const path of [
      post('application/json'),
      post('text/plain').replace('/api/v1/media-partners', '/oauth2/token'),
    ]) {
      const { ms } = await sendSlowly(path);
      expect(ms).toBeLessThan(2_500);
    }
    const { answer } = await sendSlowly(post('application/json'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('allows more time for a file upload', async () => {
    const { ms } = await sendSlowly(
      `POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer 1~creatives.write\r\nTus-Resumable: 1.0.0\r\n` +
        'Upload-Length: 5000\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 5000\r\n\r\n',
    );
    expect(ms).toBeGreaterThan(2_500);
  });
});

const boundary =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
const isOfCall = ({ line }: (typeof logged)[number]) => (line as { method?: string }).method === 'POST';
const asCreative = (bytes: string) => bytes.replaceAll('media-partners', 'creatives');

test.each([
  ['a JSON body', `${post('application/json')}{"name":"cut`],
  ['a form', `${asCreative(post('multipart/form-data; boundary=x'))}${boundary}cut`],
])('does not log an error when a client disconnects in the middle of %s', async (_what, bytes) => {
  logged.length = 0;
  const closed = new Promise((resolve) => app.server.once('connection', (accepted) => accepted.once('close', resolve)));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const asked = new Promise((resolve) => app.server.once('request', resolve));
  socket.write(bytes);
  await asked;
  socket.resetAndDestroy();
  await closed;
  await waitUntil('the call to be logged', async () => logged.some(isOfCall) || null);
  expect(logged.map(({ level }) => level)).toEqual(logged.map(() => 'info'));
});

test('documents 408 and 431 for every operation', async () => {
  const document = (await app.inject({ url: '/api/openapi.json' })).json();
  for (const [path, operations] of Object.entries<Record<string, { responses?: object }>>(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.responses === undefined) continue;
      expect(Object.keys(operation.responses), `${method} ${path}`).toEqual(expect.arrayContaining(['408', '431']));
    }
  }
});
