import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTwoTenants, type TwoTenants } from '../../../test/support/attacks/two-tenants.ts';
import { MailServer } from '../../../test/support/services/mail-server.ts';
import type { Role } from '../../contract/access/scopes.ts';
import { createNotificationMailDispatcher } from './start-notification-mails.ts';

const from = 'Placard <ads@publisher.example>';
const publicUrl = 'https://ads.example';
const viewer = 'viewer@tenants.example';
const program = join(import.meta.dirname, '../../../test/support/process/send-notification-mails.ts');
let world: TwoTenants;
let mailServer: MailServer;
let aheadMs = 0;

beforeAll(async () => {
  mailServer = await MailServer.start();
  world = await startTwoTenants();
});
afterAll(async () => {
  await world?.management.close();
  await mailServer?.close();
});
beforeEach(async () => {
  aheadMs = 0;
  mailServer.mails = [];
  mailServer.refusal = null;
  mailServer.onMail = null;
  await sql`delete from notification`.execute(world.management.database);
  for (const role of ['viewer', 'advertiser'] as const) await choose(role, { mention: { app: true, email: true } });
});

async function as(role: Role, method: string, path: string, body?: Readonly<Record<string, unknown>>) {
  const user = world.userOfRole.get(role) as number;
  return world.management.call(method, path, { user, ...(body === undefined ? {} : { body }) });
}

async function choose(role: Role, body: Readonly<Record<string, unknown>>) {
  const answer = await as(role, 'PATCH', '/notifications/preferences', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function mention(role: Role, text = 'Please check'): Promise<void> {
  const mentionIds = [world.userOfRole.get(role)];
  const body = { kind: 'bookings', objectId: world.own.booking, text, mentionIds };
  expect((await as('manager', 'POST', '/comments', body)).status).toBe(201);
}

function dispatcher(mail: { readonly url: string; readonly from: string } | null = { url: mailServer.url, from }) {
  const { database, services } = world.management;
  return createNotificationMailDispatcher({
    database,
    log: services.log,
    publicUrl,
    mail,
    nowMs: () => Date.now() + aheadMs,
  });
}

async function states() {
  const { rows } = await sql<{ mailState: string | null; inApp: boolean; mailAttempts: number }>`
    select mail_state, in_app, mail_attempts from notification order by id`.execute(world.management.database);
  return rows;
}

const listed = async (role: Role) => (await as(role, 'GET', '/notifications')).body.length as number;

describe('the preferences of a user', () => {
  test('list every kind, keep other channels, and belong to the user', async () => {
    const other = await as('reviewer', 'GET', '/notifications/preferences');
    expect(other.body).toEqual({
      mention: { app: true, email: false },
      comment: { app: true, email: false },
      approved: { app: true, email: false },
      rejected: { app: true, email: false },
      under_delivering: { app: true, email: false },
      hold_ending: { app: true, email: false },
      ended: { app: true, email: false },
    });
    await Promise.all([choose('reviewer', { ended: { app: false } }), choose('reviewer', { ended: { email: true } })]);
    expect(await choose('reviewer', { comment: {} })).toMatchObject({
      comment: { app: true, email: false },
      ended: { app: false, email: true },
    });
    expect((await as('manager', 'GET', '/notifications/preferences')).body.ended).toEqual({ app: true, email: false });
  });

  test('are refused to a service account, with unknown kinds and with other values', async () => {
    const { management } = world;
    const refused = { status: 403, body: { code: 'not_permitted' } };
    expect(await management.call('GET', '/notifications/preferences')).toMatchObject(refused);
    expect(await management.call('PATCH', '/notifications/preferences', { body: {} })).toMatchObject(refused);
    for (const body of [{ other: {} }, { mention: { sms: true } }, { mention: { email: 'yes' } }]) {
      expect(await as('viewer', 'PATCH', '/notifications/preferences', body)).toMatchObject({ status: 400 });
    }
  });

  test('decide whether a notification is listed and mailed', async () => {
    for (const [channels, inList, mails] of [
      [{ app: true, email: true }, 1, 1],
      [{ app: false, email: true }, 0, 1],
      [{ app: true, email: false }, 1, 0],
      [{ app: false, email: false }, 0, 0],
    ] as const) {
      await sql`delete from notification`.execute(world.management.database);
      mailServer.mails = [];
      await choose('viewer', { mention: channels });
      await mention('viewer');
      const unread = (await as('viewer', 'GET', '/notifications?unread=true')).headers['record-count'];
      await dispatcher().pass();
      expect([await listed('viewer'), unread, mailServer.mails.length]).toEqual([inList, String(inList), mails]);
    }
  });
});

describe('the mail of a notification', () => {
  test('names the object in the subject, and has text and markup with a link', async () => {
    await mention('viewer', 'Line one\n<b>bold</b>');
    await dispatcher().pass();
    const [mail = ''] = mailServer.mailsTo(viewer);
    expect(mail).toMatch(/^Subject: .+ mentioned you on Ownword booking\r$/m);
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('Content-Type: text/html');
    expect(mail.split(`${publicUrl}/bookings/${world.own.booking}`)).toHaveLength(4);
    expect(mail).toContain('Line one<br>&lt;b&gt;bold&lt;/b&gt;');
    expect(mail).toContain(`${publicUrl}/preferences`);
    expect(await states()).toMatchObject([{ mailState: 'sent' }]);
    await dispatcher().pass();
    expect(mailServer.mails).toHaveLength(1);
  });

  test('is sent once by several processes at the same time', async () => {
    for (let count = 0; count < 12; count += 1) await mention('viewer', `Number ${count}`);
    await Promise.all([1, 2, 3].map(() => dispatcher().pass()));
    expect(mailServer.mails).toHaveLength(12);
    expect(new Set(mailServer.mails.map(({ mail }) => /^Message-ID: (.*)$/im.exec(mail)?.[1])).size).toBe(12);
  });

  test('is not sent to a user who may not read the object any more, or is archived', async () => {
    await mention('advertiser');
    await mention('viewer');
    const { own, management } = world;
    const mapping = { user: 'advertiser@tenants.example', advertiserCompanyId: own.partner, brandId: own.brand };
    const path = `/users/${world.userOfRole.get('viewer')}`;
    await management.call('DELETE', '/user-mapping', { body: mapping });
    await management.call('DELETE', path, { headers: { 'if-match': '*' } });
    await dispatcher().pass();
    await management.call('POST', '/user-mapping', { body: mapping });
    await management.call('POST', `${path}/actions/unarchive`);
    expect(mailServer.mails).toEqual([]);
    expect(await states()).toMatchObject([{ mailState: 'skipped' }, { mailState: 'skipped' }]);
  });

  test('is not sent without a mail server or after a day; the notification is listed', async () => {
    await choose('viewer', { mention: { app: false } });
    await mention('viewer');
    expect(await dispatcher(null).pass()).toBe('done');
    await mention('viewer');
    aheadMs = 25 * 3_600_000;
    await dispatcher().pass();
    expect(mailServer.mails).toEqual([]);
    expect(await states()).toMatchObject([{ mailState: 'skipped' }, { mailState: 'skipped' }]);
    expect(await listed('viewer')).toBe(2);
  });

  test('is retried with backoff while the mail server refuses it, and then fails', async () => {
    await choose('viewer', { mention: { app: false } });
    await mention('viewer');
    mailServer.refusal = () => ({ code: 451 });
    const pausesS = [60, 300, 1_800, 7_200, 14_400];
    for (const [attempts, seconds] of pausesS.entries()) {
      await dispatcher().pass();
      expect(await states()).toMatchObject([{ mailState: 'pending', mailAttempts: attempts + 1, inApp: false }]);
      aheadMs += (seconds - 30) * 1_000;
      await dispatcher().pass();
      expect(await states()).toMatchObject([{ mailAttempts: attempts + 1 }]);
      aheadMs += 31_000;
    }
    await dispatcher().pass();
    expect(await states()).toMatchObject([{ mailState: 'failed', inApp: true }]);
  });

  test('is sent after an outage, and one failure ends the pass', async () => {
    await mention('viewer');
    await mention('viewer');
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    expect(await dispatcher({ url: `smtp://127.0.0.1:${port}`, from }).pass()).toBe('unavailable');
    expect(await states()).toMatchObject([{ mailAttempts: 1 }, { mailAttempts: 0 }]);
    aheadMs = 61_000;
    expect(await dispatcher().pass()).toBe('done');
    expect(mailServer.mails).toHaveLength(2);
  });

  test('is refused for good by a permanent error', async () => {
    await mention('viewer');
    mailServer.refusal = () => ({ code: 550 });
    await dispatcher().pass();
    expect(await states()).toMatchObject([{ mailState: 'failed', inApp: true }]);
  });

  test('is not repeated if the connection ends after the transfer and before the response', async () => {
    await mention('viewer');
    mailServer.onMail = () => 'drop';
    expect(await dispatcher().pass()).toBe('unavailable');
    expect(await states()).toMatchObject([{ mailState: 'uncertain', inApp: true }]);
    mailServer.onMail = null;
    aheadMs = 3_600_000;
    await dispatcher().pass();
    expect(mailServer.mails).toHaveLength(1);
  });

  test('is not repeated after its process was killed between sending and storing', async () => {
    await choose('viewer', { mention: { app: false } });
    await mention('viewer');
    const child = spawn(process.execPath, [program, world.management.databaseUrl, mailServer.url], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    mailServer.onMail = async () => {
      child.kill('SIGKILL');
      await ended;
      return 'accept' as const;
    };
    expect(await ended).toEqual([null, 'SIGKILL']);
    mailServer.onMail = null;
    await dispatcher().pass();
    expect(await states()).toMatchObject([{ mailState: 'sending' }]);
    aheadMs = 11 * 60_000;
    await dispatcher().pass();
    expect(mailServer.mails).toHaveLength(1);
    expect(await states()).toMatchObject([{ mailState: 'uncertain' }]);
    expect(await listed('viewer')).toBe(1);
  });
});
