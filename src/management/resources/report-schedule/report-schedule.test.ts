import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeBody, makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { anna, mailFrom, ReportWorld, sixOClock } from '../../../../test/support/fixtures/report-world.ts';
import { WebhookWorld } from '../../../../test/support/fixtures/webhook-world.ts';
import { webhookEvent } from '../../../contract/webhook/webhook-event.ts';
import { reportLinkTtlMs } from '../../../core/vocabulary/limits/report-limits.ts';

const hour = 3_600_000;
const day = 24 * hour;

let world: ReportWorld;

beforeAll(async () => {
  world = await ReportWorld.start();
});
afterAll(() => world?.close());
beforeEach(() => world.reset());

describe('a scheduled report', () => {
  test('is made and mailed once when it is due, with its file and a link valid for 7 days', async () => {
    const report = { period: 'yesterday', groupBy: ['booking', 'day'] };
    const { id } = await world.makeSchedule({
      name: 'Daily =figures',
      report,
      recipients: [anna, 'ben@publisher.example'],
    });
    expect(await world.read(id)).toMatchObject({ nextRunAt: new Date(sixOClock).toISOString(), lastRun: null });
    await world.dispatcher().pass();
    expect(world.mails).toEqual([]);
    world.clockMs = sixOClock;
    await Promise.all([world.dispatcher().pass(), world.dispatcher().pass()]);
    await world.dispatcher().pass();
    expect(world.mails.map(({ to }) => to)).toEqual([anna, 'ben@publisher.example']);
    expect(world.mails[0]?.mail).toContain('Subject: Daily =figures, 1 Jan 2027\r\n');
    expect(world.mails[0]?.mail).toContain('filename=report-2027-01-01-2027-01-02.csv');
    const { nextRunAt, lastRun } = await world.read(id);
    expect(nextRunAt).toBe(new Date(sixOClock + day).toISOString());
    expect(lastRun).toMatchObject({
      status: 'sent',
      from: '2027-01-01',
      to: '2027-01-02',
      rows: 2,
      mailedTo: [anna, 'ben@publisher.example'],
      problem: null,
    });
    const file = await world.download(lastRun.downloadUrl);
    expect(file).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } });
    expect(file.body).toContain(`${world.booking.id},${world.booking['name']},2027-01-01,3,`);
    world.clockMs = sixOClock + reportLinkTtlMs;
    expect(await world.download(lastRun.downloadUrl)).toMatchObject({ status: 410 });
    expect((await world.read(id)).lastRun.downloadUrl).toBe(null);
    expect(await world.download(`${lastRun.downloadUrl}A`)).toMatchObject({ status: 404 });
  });

  test('is mailed in the language of each recipient, with its file in the language of the owner', async () => {
    const manager = { role: 'manager', email: 'noor@publisher.example', language: 'nl' };
    const owner = (await makeObject(world.management, 'users', manager)).id;
    const recipients = [manager.email, 'ben@publisher.example'];
    const report = { period: 'yesterday', groupBy: ['booking'] };
    const { id } = await world.makeSchedule({ name: 'Dagrapport', report, recipients }, owner);
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    const [dutch = '', english = ''] = world.mails.map(({ mail }) => mail);
    expect(dutch).toContain('Subject: Dagrapport, 1 jan 2027');
    expect(dutch).toContain('Dit is een dagelijks rapport');
    expect(english).toContain('Subject: Dagrapport, 1 Jan 2027');
    const { lastRun } = await world.read(id, owner);
    expect((await world.download(lastRun.downloadUrl)).body).toMatch(/^\ufeff?Boeking-ID,Boeking,Impressies,/);
  });

  test('is a workbook on request, and notifies webhooks once', async () => {
    await world.webhooks.open();
    const webhook = await world.webhooks.makeWebhook({ eventTypes: ['report.ready'] });
    const { id } = await world.makeSchedule({ format: 'xlsx', recipients: [], tellsWebhooks: true });
    expect(await world.management.call('POST', `/report-schedules/${id}/actions/run`)).toMatchObject({ status: 202 });
    await Promise.all([world.dispatcher().pass(), world.dispatcher().pass()]);
    await world.webhooks.pass();
    const [message, ...more] = world.webhooks.receiver.received;
    expect(more).toEqual([]);
    const event = webhookEvent.parse(new Webhook(webhook.secret).verify(message?.body ?? '', message?.headers ?? {}));
    expect(event).toMatchObject({
      type: 'report.ready',
      data: { kind: 'report-schedules', id, report: { format: 'xlsx' } },
    });
    const file = await world.download(event.data.report?.downloadUrl ?? '');
    expect([file.status, file.body.slice(0, 2)]).toEqual([200, 'PK']);
    expect((await world.read(id)).lastRun).toMatchObject({ status: 'sent', isManual: true, mailedTo: [] });
    await world.webhooks.shut();
  });

  test('continues after a mail server outage and mails no recipient twice', async () => {
    const { id } = await world.makeSchedule({
      recipients: [anna, 'later@publisher.example', 'never@publisher.example'],
    });
    world.refusal = (to) => (to.startsWith('later') ? { code: 451 } : to.startsWith('never') ? { code: 550 } : null);
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    await world.dispatcher().pass();
    expect(world.mails.map(({ to }) => to)).toEqual([anna]);
    expect((await world.read(id)).lastRun).toMatchObject({ status: 'pending', mailedTo: [anna], problem: /451/ });
    world.refusal = (to) => (to.startsWith('never') ? { code: 550 } : null);
    world.clockMs += 61_000;
    await world.dispatcher().pass();
    expect(world.mails.map(({ to }) => to)).toEqual([anna, 'later@publisher.example']);
    const { lastRun } = await world.read(id);
    expect(lastRun).toMatchObject({ status: 'sent', mailedTo: [anna, 'later@publisher.example'] });
    expect(lastRun.problem).toMatch(/^never@publisher.example: the mail server did not accept it: 550/);
  });

  test('is sent by another process after the first one died', async () => {
    const { id } = await world.makeSchedule();
    world.clockMs = sixOClock;
    const { database } = world.management;
    await sql`update report_schedule set next_run_at = ${new Date(sixOClock)} where id = ${id}`.execute(database);
    const broken = world.dispatcher({ url: 'smtp://127.0.0.1:1', from: mailFrom });
    await broken.pass();
    await sql`update report_run set claimed_until = ${new Date(sixOClock + hour)}, next_attempt_at = due_at`.execute(
      database,
    );
    await world.dispatcher().pass();
    expect(world.mails).toEqual([]);
    world.clockMs += hour;
    await world.dispatcher().pass();
    expect(world.mails.map(({ to }) => to)).toEqual([anna]);
  });

  test('is made once for the last due time after missed times', async () => {
    const { id } = await world.makeSchedule();
    world.clockMs = sixOClock + 5 * day;
    await world.dispatcher().pass();
    expect(world.mails.length).toBe(1);
    expect((await world.read(id)).lastRun).toMatchObject({ from: '2027-01-06', to: '2027-01-07' });
  });

  test('pauses, and can be made on request meanwhile; a running one is not started again', async () => {
    const { id } = await world.makeSchedule({ active: false });
    world.clockMs = sixOClock + day;
    await world.dispatcher().pass();
    expect(world.mails).toEqual([]);
    const run = () => world.management.call('POST', `/report-schedules/${id}/actions/run`);
    const [first, second] = [await run(), await run()];
    expect([first.status, second.body.id]).toEqual([202, first.body.id]);
    await world.dispatcher().pass();
    expect(world.mails.length).toBe(1);
    const runs = await world.management.call('GET', `/report-schedules/${id}/runs`);
    expect(runs).toMatchObject({ headers: { 'record-count': '1' }, body: [{ id: first.body.id, status: 'sent' }] });
  });

  test('fails with a reason if the deployment no longer has a mail server', async () => {
    const { id } = await world.makeSchedule();
    world.clockMs = sixOClock;
    await world.dispatcher(null).pass();
    expect((await world.read(id)).lastRun).toMatchObject({ status: 'failed', problem: /no mail server/ });
  });
});

describe('permissions', () => {
  let advertiser: number;
  let viewer: number;

  beforeAll(async () => {
    const { management } = world;
    advertiser = (await makeObject(management, 'users', { role: 'advertiser', email: 'ada@aurora.example' })).id;
    viewer = (await makeObject(management, 'users', { role: 'viewer', email: 'vic@publisher.example' })).id;
    const campaign = (await management.call('GET', `/campaigns/${world.booking['campaignId']}`)).body;
    const { advertiserCompanyId, brandIds } = campaign;
    const body = { user: 'ada@aurora.example', advertiserCompanyId, brandId: brandIds[0] };
    expect(await management.call('POST', '/user-mapping', { body })).toMatchObject({ status: 201 });
  });

  test('callers see only their own schedules', async () => {
    const { management } = world;
    const mine = await world.makeSchedule({}, viewer);
    const theirs = await world.makeSchedule();
    const calls = [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/runs'],
      ['POST', '/actions/run'],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
      const options = { user: viewer, headers: { 'if-match': '*' }, ...body };
      const own = (id: number) => management.call(method, `/report-schedules/${id}${path}`, options);
      expect((await own(theirs.id)).status, `${method} ${path}`).toBe(404);
      expect((await own(mine.id)).status, `${method} ${path}`).toBeLessThan(410);
    }
    const list = await management.call('GET', '/report-schedules?includeArchived=true', { user: viewer });
    expect(list.body.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    expect(list.headers['record-count']).toBe('1');
    const changes = await management.call('GET', '/changes', { user: advertiser });
    expect(JSON.stringify(changes.body)).not.toContain('report-schedules');
  });

  test('an advertiser receives only its own data at its own address, and notifies no webhooks', async () => {
    const { management } = world;
    const make = async (fields: Record<string, unknown>) =>
      management.call('POST', '/report-schedules', {
        user: advertiser,
        body: await makeBody(management, 'report-schedules', { tellsWebhooks: false, ...fields }),
      });
    expect(await make({ recipients: [anna] })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/recipients', code: 'not_permitted' }] },
    });
    expect(await make({ recipients: ['ada@aurora.example'], tellsWebhooks: true })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/tellsWebhooks', code: 'not_permitted' }] },
    });
    const { id } = await world.makeSchedule({ recipients: ['Ada@aurora.example'] }, advertiser);
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    expect(world.mails.map(({ to }) => to)).toEqual(['Ada@aurora.example']);
    const { lastRun } = await world.read(id, advertiser);
    expect(lastRun).toMatchObject({ status: 'sent', rows: 1 });
    expect((await world.download(lastRun.downloadUrl)).body).toContain(`,2027-01-01,3,`);
  });

  test('a schedule and its link end with the rights of its owner', async () => {
    const { management } = world;
    const owner = (await makeObject(management, 'users', { role: 'viewer', email: 'gone@publisher.example' })).id;
    const { id } = await world.makeSchedule({}, owner);
    await management.call('POST', `/report-schedules/${id}/actions/run`, { user: owner });
    await world.dispatcher().pass();
    const { lastRun } = await world.read(id, owner);
    expect(await world.download(lastRun.downloadUrl)).toMatchObject({ status: 200 });
    await management.call('DELETE', `/users/${owner}`, { headers: { 'if-match': '*' } });
    expect(await world.download(lastRun.downloadUrl)).toMatchObject({ status: 410 });
    world.mails = [];
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    expect(world.mails).toEqual([]);
    const stored = await sql<{ active: boolean; stoppedReason: string }>`
      select active, stopped_reason from report_schedule where id = ${id}
    `.execute(management.database);
    expect(stored.rows).toEqual([{ active: false, stoppedReason: 'owner_may_not' }]);
    const entries = await management.call('GET', `/audit?kind=report-schedules&objectId=${id}`);
    expect(entries.body.map(({ action }: { action: string }) => action)).toContain('stop');
  });
});

test('a deployment without a mail server states this, and accepts schedules without recipients', async () => {
  const plain = await WebhookWorld.start();
  expect((await plain.management.call('GET', '/me')).body.mailFrom).toBe(null);
  expect((await world.management.call('GET', '/me')).body.mailFrom).toBe(mailFrom);
  const body = await makeBody(plain.management, 'report-schedules', { recipients: [anna] });
  expect(await plain.management.call('POST', '/report-schedules', { body })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/recipients', code: 'no_mail_server' }] },
  });
  expect(await makeObject(plain.management, 'report-schedules')).toMatchObject({ recipients: [], tellsWebhooks: true });
  await plain.management.close();
});
