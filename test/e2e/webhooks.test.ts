import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManagementClient, type ManagementCall } from '../../src/main/demo/management-client.ts';
import { codesIn, type GuideBlock, guideBlocks } from '../support/browser/guide-page.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { freePort } from '../support/process/free-port.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import { openShell, type Shell } from '../support/process/shell.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/services/webhook-receiver.ts';

const credentials = { clientId: 'webhooks', clientSecret: 'the secret of the webhooks test' };
let folder: string;
let database: TestDatabase;
let environment: Record<string, string>;
let placard: PlacardGroup;
let call: ManagementCall;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-webhooks-'));
  database = await createTestDatabase();
  environment = {
    PORT: String(await freePort()),
    PLACARD_DELIVERY_PORT: String(await freePort()),
    PLACARD_DATA: join(folder, 'data'),
    PLACARD_PROCESSES: '1',
    PLACARD_LOG_LEVEL: 'warn',
    PLACARD_PRIVATE_TARGETS: '127.0.0.1',
    PLACARD_CLIENT_ID: credentials.clientId,
    PLACARD_CLIENT_SECRET: credentials.clientSecret,
    DATABASE_URL: database.url,
  };
  placard = await startPlacardGroup(environment);
  call = createManagementClient({ address: `http://127.0.0.1:${environment['PORT']}`, ...credentials });
});
afterAll(async () => {
  await placard?.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function made(path: string, json: unknown): Promise<{ id: number; secret: string; brandIds: number[] }> {
  const { status, body } = await call('POST', `/api/v1${path}`, { json });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: number; secret: string; brandIds: number[] };
}

async function makeBooking(): Promise<number> {
  const partner = await made('/media-partners', { name: 'Harbour', roles: ['ADVERTISER', 'INVOICE'] });
  const brand = await made('/brands', { name: 'Harbour', mediaPartnerId: partner.id });
  const companies = { advertiserCompanyId: partner.id, invoiceCompanyId: partner.id, brandIds: [brand.id] };
  const campaign = await made('/campaigns', { name: 'Ferries', ...companies });
  const booking = { campaignId: campaign.id, name: 'Ferries', type: 'display', startDate: '2027-01-01T00:00:00Z' };
  return (await made('/bookings', booking)).id;
}

describe('the guide to webhooks', () => {
  let blocks: readonly GuideBlock[];
  let shell: Shell;
  let receiver: ChildProcess | null = null;
  let printed = '';

  beforeAll(async () => {
    blocks = await guideBlocks('administer/webhooks.md');
    shell = openShell();
    const token = await shell.run(
      `API=http://127.0.0.1:${environment['PORT']}/api/v1\nTOKEN=$(curl -s -u '${credentials.clientId}:${encodeURIComponent(credentials.clientSecret)}' ` +
        `-d grant_type=client_credentials "\${API%/api/v1}/oauth2/token" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')\necho "\${#TOKEN}"`,
    );
    expect(Number(token)).toBeGreaterThan(100);
  });
  afterAll(() => {
    receiver?.kill();
    shell?.close();
  });

  test('works by copy and paste: its receiver verifies the messages', async () => {
    const port = String(await freePort());
    const [subscribe = '', trial = '', again = ''] = codesIn(blocks, 'sh').map((code) => code.replaceAll('8090', port));
    const created = JSON.parse(await shell.run(subscribe));
    expect(created).toMatchObject({ id: 1, active: true, secret: expect.stringMatching(/^whsec_/) });
    const program = join(folder, 'receiver.mjs');
    await writeFile(program, codesIn(blocks, 'js').join('\n'));
    receiver = spawn(process.execPath, [program], { env: { PORT: port, WEBHOOK_SECRET: created.secret } });
    receiver.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await waitUntil('the receiver to listen', () => printed.includes('listening'));
    expect(await shell.run(trial)).toContain('"type":"webhook.test"');
    await waitUntil('the test', () => printed.includes('webhook.test webhooks/1: null -> null\n'));
    const booking = await makeBooking();
    await call('POST', `/api/v1/bookings/${booking}/actions/submit`);
    const approved = `booking.approved bookings/${booking}: draft -> `;
    await waitUntil('the approval', () => printed.includes(approved));
    expect(await shell.run(again)).toContain('{"deliveries":1}');
    await waitUntil('the replayed message', async () => {
      const { body } = await call('GET', '/api/v1/webhooks/1/deliveries?type=booking.approved');
      return (body as { status: string; attempts: unknown[] }[]).some(
        ({ status, attempts }) => status === 'delivered' && attempts.length === 2,
      );
    });
    // The receiver recognizes the repeated message by its ID.
    expect(printed.split(approved)).toHaveLength(2);
    const forged = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: '{}',
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA',
      },
    });
    expect(forged.status).toBe(401);
  });

  test('the guide to changes continues from the cursor of the reader', async () => {
    const [begin = '', follow = ''] = codesIn(await guideBlocks('administer/changes.md'), 'sh');
    const { cursor } = JSON.parse(await shell.run(begin));
    const booking = await makeBooking();
    const { changes } = JSON.parse(await shell.run(`CURSOR=${cursor}\n${follow}`));
    expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual(['campaigns', 'bookings']);
    expect(changes[1]).toMatchObject({ id: booking, members: null });
  });
});

describe('kill -9 of everything', () => {
  let receiver: WebhookReceiver;
  afterAll(() => receiver?.close());

  test('directly after a response loses no event: the restarted processes send it', async () => {
    receiver = await startWebhookReceiver();
    const webhook = await made('/webhooks', { name: 'CRM', url: receiver.origin, eventTypes: ['booking.cancelled'] });
    const cancelled: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const booking = await makeBooking();
      expect((await call('POST', `/api/v1/bookings/${booking}/actions/cancel`)).status).toBe(200);
      await placard.kill();
      cancelled.push(booking);
      placard = await startPlacardGroup(environment);
    }
    const told = () =>
      receiver.received.map(({ headers, body }) => {
        new Webhook(webhook.secret).verify(body, headers);
        return { id: headers['webhook-id'], booking: JSON.parse(body).data.id as number };
      });
    // Messages that were claimed but not recorded before the kill are sent again after a minute. They have already been
    // received.
    await waitUntil('every cancellation', () => cancelled.every((id) => told().some(({ booking }) => booking === id)), {
      withinMs: 90_000,
    });
    const idsByBooking = Map.groupBy(told(), ({ booking }) => booking);
    for (const messages of idsByBooking.values()) expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    expect([...idsByBooking.keys()].toSorted((a, b) => a - b)).toEqual(cancelled);
  });
});
