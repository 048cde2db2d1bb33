import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { localHosts } from '../../../../test/support/process/local-hosts.ts';
import { createAnswerRecorder } from '../../../../test/support/server/answer-recorder.ts';
import { openSnapshotFolder } from '../../../exchange/snapshot/snapshot-folder.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { ensureFirstServiceAccount } from '../../access/first-accounts/first-accounts.ts';
import { type Management, startManagement } from './start-management.ts';

const secret = 'a secret of this test and of nothing else';
const client = { id: 'test-client', secret: 'the secret of the test client' };

type Listening = {
  readonly management: Management;
  readonly url: string;
  readonly open: OpenDatabase;
  close(): Promise<void>;
};

/** Starts the whole listener with its real token service on its own port. */
async function listen(databaseUrl: string): Promise<Listening> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-listener-'));
  const open = openDatabase(databaseUrl, { maxConnections: 4 });
  open.pool.on('error', () => undefined);
  const config = {
    ...readConfig({ PLACARD_DATA: folder, PLACARD_HOST: '127.0.0.1' }, 'management'),
    managementPort: 0,
  };
  const recorder = createAnswerRecorder();
  for (const one of [secret, client.secret]) recorder.keepSecret(one);
  await ensureFirstServiceAccount(open.kysely, client, secret);
  const management = await startManagement({
    config,
    log: recorder.log,
    database: open.kysely,
    tokenDatabase: open.kysely,
    secret,
    hosts: localHosts(openSnapshotFolder(join(folder, 'snapshots'))),
  });
  recorder.watch(management.app);
  return {
    management,
    url: `http://127.0.0.1:${management.address.port}`,
    open,
    async close() {
      await management.close();
      await open.kysely.destroy();
      await rm(folder, { recursive: true, force: true });
      recorder.check();
    },
  };
}

async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Sends raw bytes and returns the response. */
function sendRaw(port: number, bytes: string, options: { readonly end: boolean } = { end: false }): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    socket.on('error', reject).on('end', () => {
      socket.end();
      resolve(answer);
    });
    socket.write(bytes);
    if (options.end) socket.end();
  });
}

describe('the management listener', () => {
  let database: TestDatabase;
  let listening: Listening;
  beforeAll(async () => {
    database = await createTestDatabase();
    listening = await listen(database.url);
  });
  afterAll(async () => {
    await listening.close();
    await database.close();
  });

  test('issues tokens at /oauth2/token that the API accepts', async () => {
    const token = await tokenOf(listening.url);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'use-keycloak-auth': 'true',
      'api-version': '1',
    };
    const created = await fetch(`${listening.url}/api/v1/media-partners`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Aurora', roles: ['ADVERTISER'] }),
    });
    expect(created.status).toBe(201);
    const read = await fetch(`${listening.url}${created.headers.get('location')}`, { headers });
    expect(await read.json()).toMatchObject({ name: 'Aurora' });
    expect((await fetch(`${listening.url}/api/v1/media-partners`)).status).toBe(401);
  });

  test('reports that it is alive and ready', async () => {
    const answer = await fetch(`${listening.url}/health`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'ok',
        alive: true,
        ready: true,
        reasons: [],
        engines: { postgresql: 'ok', redis: 'unused', store: 'ok' },
      },
    ]);
    const live = await fetch(`${listening.url}/health/live`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
  });

  test('redirects to sign-in, has a developer page without scripts, and explains every problem code', async () => {
    const stranger = await fetch(`${listening.url}/campaigns?status=draft`, { redirect: 'manual' });
    expect(stranger.status).toBe(303);
    expect(stranger.headers.get('location')).toBe('/sign-in?returnTo=%2Fcampaigns%3Fstatus%3Ddraft');
    const page = await fetch(`${listening.url}/developers`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('href="/api/docs"');
    expect(html).not.toMatch(/<script|style="|javascript:/);
    for (const link of html.matchAll(/href="(\/[^"]*)"/g)) {
      expect((await fetch(`${listening.url}${link[1]}`)).status, link[1]).toBe(200);
    }
    const problem = await fetch(`${listening.url}/problems/stale_version`);
    expect(problem.status).toBe(200);
    expect(await problem.text()).toContain('id="stale_version"');
  });

  test('responds with a problem to malformed and interrupted requests', async () => {
    const { port } = listening.management.address;
    const token = await tokenOf(listening.url);
    const post = `POST /api/v1/media-partners HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const broken = [
      { bytes: 'nonsense\r\n\r\n', end: false, status: 400 },
      { bytes: 'GET / HTTP/1.1\r\nbad header\r\n\r\n', end: false, status: 400 },
      { bytes: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, end: false, status: 431 },
      { bytes: `${post}Content-Length: 500\r\n\r\n{"name":"cut`, end: true, status: 400 },
      { bytes: `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, end: false, status: 400 },
    ];
    for (const { bytes, end, status } of broken) {
      const answer = await sendRaw(port, bytes, { end });
      expect(answer, bytes.slice(0, 60)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.toLowerCase()).toContain('content-type: application/problem+json');
    }
    const names = await listening.open.kysely.selectFrom('mediaPartner').select('name').execute();
    expect(names.map((row) => row.name)).not.toContain('cut');
    expect((await fetch(`${listening.url}/health`)).status).toBe(200);
  });

  test('refuses a body with a too large Content-Length before it arrives', async () => {
    const token = await tokenOf(listening.url);
    const answer = await sendRaw(
      listening.management.address.port,
      `POST /api/v1/media-partners HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"body_too_large"');
  });
});

describe('while the database is unreachable', () => {
  test('responds 503 with Retry-After within 2 seconds and recovers when the database is back', async () => {
    const database = await createTestDatabase();
    const between = await openPassage(database.url);
    const listening = await listen(between.url);
    try {
      const token = await tokenOf(listening.url);
      await expectServed(listening.url, token);
      for (const fault of ['refuse', 'freeze', 'cut'] as const) {
        between.set(fault);
        await expectUnavailable(listening.url, token, fault);
        between.set('pass');
        await expect.poll(() => statusOf(listening.url, token), { timeout: 15_000 }).toBe(200);
      }
    } finally {
      await listening.close();
      await between.close();
      await database.close();
    }
  }, 60_000);
});

async function statusOf(url: string, token: string): Promise<number> {
  return (await fetch(`${url}/api/v1/brands`, { headers: { authorization: `Bearer ${token}` } })).status;
}

async function expectServed(url: string, token: string): Promise<void> {
  expect(await statusOf(url, token)).toBe(200);
}

async function expectUnavailable(url: string, token: string, about: string): Promise<void> {
  const calls: [string, RequestInit][] = [
    ['/api/v1/brands', {}],
    ['/api/v1/inventory/publisher/1', {}],
    ['/api/v1/inventory/publisher', { method: 'POST', body: '{"companyName":"Away"}' }],
    ['/api/v1/inventory/publisher/1', { method: 'PATCH', body: '{"companyName":"Away"}' }],
  ];
  for (const [path, options] of calls) {
    const started = performance.now();
    const answer = await fetch(`${url}${path}`, {
      ...options,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-match': '*' },
    });
    const took = performance.now() - started;
    const body = await answer.text();
    expect(answer.status, `${about} ${path} ${body}`).toBe(503);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).not.toMatch(/select|insert|ECONN|stack/i);
    expect(took, `${about} ${path}`).toBeLessThan(2_000);
  }
  const health = await fetch(`${url}/health`);
  expect([health.status, await health.json()]).toMatchObject([
    503,
    { status: 'failing', alive: true, ready: false, engines: { postgresql: 'away' } },
  ]);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
}

type Fault = 'pass' | 'refuse' | 'freeze' | 'cut';
type Passage = { readonly url: string; set(fault: Fault): void; close(): Promise<void> };

/** Opens a proxy to the database that can refuse connections, freeze, or cut them. */
async function openPassage(databaseUrl: string): Promise<Passage> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let fault: Fault = 'pass';
  const server: Server = createServer((near) => {
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    if (fault === 'freeze') return;
    if (fault !== 'pass') {
      near.destroy();
      return;
    }
    const far = connectTo(target);
    open.add(far);
    far
      .on('error', () => near.destroy())
      .on('close', () => {
        open.delete(far);
        near.destroy();
      });
    near.on('close', () => far.destroy());
    near.on('data', (bytes) => fault !== 'freeze' && far.write(bytes));
    far.on('data', (bytes) => fault !== 'freeze' && near.write(bytes));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const near = new URL(databaseUrl);
  near.searchParams.delete('host');
  near.hostname = '127.0.0.1';
  near.port = String(address.port);
  return {
    url: near.href,
    set(next) {
      fault = next;
      // After a freeze the connections have lost bytes, so they are closed, as by a restarted server.
      if (next === 'cut' || next === 'refuse' || next === 'pass') for (const socket of open) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The test server listens on a port, or on a Unix socket in the folder given as `host`. */
function connectTo(target: URL): Socket {
  const folder = target.searchParams.get('host');
  const port = Number(target.searchParams.get('port') ?? (target.port || 5432));
  return folder === null
    ? connect({ host: target.hostname, port })
    : connect({ path: join(folder, `.s.PGSQL.${port}`) });
}
