import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishRows } from '../../../test/support/database/publish-rows.ts';
import {
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';
import { readConfig } from '../../platform/config/config.ts';

/** The nightly run sends a multiple. */
const times = Number(process.env['PLACARD_TEST_BYTES'] ?? 1);

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery.close());

/** Sends bytes on a separate connection and returns the received text until the connection closes or the time ends. */
function sendBytes(bytes: Buffer | string, waitMs = 2_000): Promise<string> {
  const { hostname, port } = new URL(delivery.base);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // The server may close a connection with invalid input.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

async function expectAlive(): Promise<void> {
  const answer = await delivery.fetch('/json/sl_home_-lb');
  expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 1]);
}

describe('arbitrary bytes', () => {
  test.each([
    ['nonsense', 'hello\r\n\r\n', '400'],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), '400'],
    ['two lengths', 'POST /json HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}', '400'],
    [
      'both length and chunks',
      'POST /json HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
      '400',
    ],
    ['a head above 32 KiB', `GET /json HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, '431'],
    ['a bad header line', 'GET /json HTTP/1.1\r\nhost: x\r\nbroken header\r\n\r\n', '400'],
  ])('%s gets a problem response', async (_what, bytes, status) => {
    const answer = await sendBytes(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    await expectAlive();
  });

  test('an incomplete body, chunks, a body in pieces and two requests in one packet', async () => {
    await sendBytes('POST /json HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"slots"');
    const body = '{"slots":[{"slotname":"_home_-lb"}]}';
    const chunked = `POST /json HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`;
    expect(await sendBytes(chunked, 300)).toContain('"slotName":"_home_-lb"');
    const one = `POST /json HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    expect((await sendBytes(one + one, 300)).split('"slotName":"_home_-lb"')).toHaveLength(3);
    await expectAlive();
  });

  test(
    'do not stop the server',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          await sendBytes(Buffer.from(bytes), 150);
        }),
        { numRuns: 30 * times },
      );
      await expectAlive();
    },
    60_000 * times,
  );

  test(
    'in path and body never cause a server error',
    async () => {
      const words = [
        'json',
        'track',
        'raylene',
        'media',
        'examples',
        'health',
        'sl_home_-lb',
        'IIxx',
        'UR',
        '..',
        '%00',
        '%',
        'ad1-1',
      ];
      const segment = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 12 }).map(encodeURIComponentSafely));
      await fc.assert(
        fc.asyncProperty(
          fc.array(segment, { maxLength: 6 }),
          fc.constantFrom('GET', 'HEAD', 'PUT'),
          async (segments, method) => {
            const { status } = await rawRequest(delivery.base, `/${segments.join('/')}`, { method });
            expect(status).toBeLessThan(500);
          },
        ),
        { numRuns: 150 * times },
      );
      await fc.assert(
        fc.asyncProperty(fc.json(), async (body) => {
          const { status } = await delivery.fetch('/json', { method: 'POST', body });
          expect([200, 400]).toContain(status);
        }),
        { numRuns: 60 * times },
      );
      await expectAlive();
    },
    60_000 * times,
  );
});

function encodeURIComponentSafely(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[^!-~]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

describe('files', () => {
  const sha256 = 'cd'.repeat(32);

  beforeAll(async () => {
    const folder = join(delivery.dataFolder, 'media', sha256);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'banner.png'), 'not really a picture');
    await writeFile(join(folder, 'empty.gif'), '');
  });

  test('of creatives are immutable, with ETag and nosniff, and available to every origin', async () => {
    const answer = await delivery.fetch(`/media/${sha256}/banner.png`, { headers: { origin: 'https://a.example' } });
    expect([answer.status, await answer.text()]).toEqual([200, 'not really a picture']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '20',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
      'access-control-allow-origin': 'https://a.example',
    });
    const etag = answer.headers.get('etag') ?? '';
    const again = await delivery.fetch(`/media/${sha256}/banner.png`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await delivery.fetch(`/media/${sha256}/banner.png`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '20']);
    expect((await delivery.fetch(`/media/${sha256}/empty.gif`)).status).toBe(200);
    expect((await delivery.fetch(`/media/${sha256}/banner.png`, { method: 'POST' })).status).toBe(405);
  });

  test('outside their folders are not accessible', async () => {
    const targets = [
      `/media/${sha256}/../../secret`,
      `/media/${sha256}/..%2f..%2fsecret`,
      `/media/${sha256}/%2e%2e/${sha256}/banner.png`,
      `/media/../secret`,
      `/media/${sha256}/.hidden`,
      `/media/${sha256}`,
      `/media/${sha256}/`,
      `/media/${sha256}/banner.png/x`,
      `/media/${sha256}/${'x'.repeat(201)}`,
      `/media/${sha256.toUpperCase()}/banner.png`,
      '/examples/../package.json',
      '/examples/%2e%2e/package.json',
      '/examples/..\\package.json',
      '/examples//etc/passwd/',
      '/examples/publisher//../../package.json',
      '/examples/.git',
      '/secret',
    ];
    for (const target of targets)
      expect([target, (await rawRequest(delivery.base, target)).status]).toEqual([target, 404]);
  });

  test('of the examples are served, with index pages of folders and a redirect to the trailing slash', async () => {
    const page = await delivery.fetch('/examples/publisher/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const folder = await delivery.fetch('/examples/publisher');
    expect([folder.status, folder.headers.get('location')]).toEqual([302, '/examples/publisher/']);
    const prebid = await delivery.fetch('/examples/publisher/prebid.js', { method: 'HEAD' });
    expect([prebid.status, prebid.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await delivery.fetch('/examples/nothing.html')).status).toBe(404);
  });
});

describe('health', () => {
  test('is reported at /health, and with numbers to the same machine only', async () => {
    const health = await delivery.fetch('/health');
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok', process: 'delivery-0' }]);
    expect(await (await delivery.fetch('/metrics')).text()).toContain(
      'placard_ad_requests_total{process="delivery-0"}',
    );
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      const forwarded = await delivery.fetch('/metrics', { headers: { [header]: '203.0.113.9' } });
      expect(forwarded.status, header).toBe(404);
    }
  });

  test('is not reported to clients behind a proxy with forwarding headers', async () => {
    const { context } = readConfig({ PLACARD_CLIENT_ADDRESS_HEADER: 'CF-Connecting-IP' }, 'all');
    const behind = await startTestDelivery(snapshotRows(), { context });
    try {
      const from = (headers: Record<string, string>) => behind.fetch('/metrics', { headers });
      expect((await from({ 'cf-connecting-ip': '203.0.113.9' })).status).toBe(404);
      expect((await from({})).status).toBe(200);
    } finally {
      await behind.close();
    }
  });
});

describe('snapshots', () => {
  test('everything except ad requests works without one, and the first one is served when it is available', async () => {
    const waiting = await startTestDelivery(null);
    for (const path of ['/json/sl_home_-lb', '/health']) {
      const answer = await waiting.fetch(path);
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1']);
    }
    await waiting.publish(snapshotRows());
    expect((await waiting.fetch('/json/sl_home_-lb')).status).toBe(200);
    await waiting.close();
  });

  test('that are unusable are not swapped in, the previous one remains in use, and the next valid one is served', async () => {
    const broken = { ...snapshotRows(), bookings: 'none' } as unknown as ReturnType<typeof snapshotRows>;
    await publishRows(delivery.snapshots, { ...broken, revision: 900 });
    const refused = async () =>
      /placard_refused_snapshots_total\{[^}]*\} (\d+)/.exec(await (await delivery.fetch('/metrics')).text())?.[1];
    await expect.poll(refused).toBe('1');
    await expectAlive();
    await delivery.publish(snapshotRows());
    await expectAlive();
  });

  test('that are damaged on disk are not swapped in', async () => {
    const folder = join(delivery.dataFolder, 'snapshots');
    await publishRows(delivery.snapshots, { ...snapshotRows({ bookings: [] }), revision: 950 });
    const file = (await readdir(folder)).find((name) => name.startsWith('base-') && name.includes('-950-')) ?? '';
    await writeFile(join(folder, file), 'damaged');
    const damaged = async () =>
      Number(
        /placard_refused_snapshots_total\{[^}]*\} (\d+)/.exec(await (await delivery.fetch('/metrics')).text())?.[1],
      );
    // It was either swapped in before the damage, or rejected. Then a valid one follows.
    await expect
      .poll(
        async () => (await damaged()) > 1 || (await (await delivery.fetch('/json/sl_home_-lb')).json()).length === 0,
      )
      .toBe(true);
    await delivery.publish(snapshotRows());
    await expectAlive();
  });

  test('are swapped during ad requests, and every response is complete', async () => {
    let running = true;
    const asking = (async () => {
      let answers = 0;
      while (running) {
        await expectAlive();
        answers += 1;
      }
      return answers;
    })();
    for (let round = 0; round < 5; round += 1) await delivery.publish(snapshotRows());
    running = false;
    expect(await asking).toBeGreaterThan(5);
  });
});
