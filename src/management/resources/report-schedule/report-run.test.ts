import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formula, mark, markup } from '../../../../test/support/attacks/hostile-texts.ts';
import { anna, mailFrom, ReportWorld, sixOClock } from '../../../../test/support/fixtures/report-world.ts';

let world: ReportWorld;

beforeAll(async () => {
  world = await ReportWorld.start();
});
afterAll(() => world?.close());
beforeEach(() => world.reset());

describe('the run of a schedule', () => {
  test('returns the sent report while its link is valid, independent of later changes of the schedule', async () => {
    const report = { period: 'yesterday', groupBy: ['booking', 'day'], bookingId: [world.booking.id] };
    const { id } = await world.makeSchedule({ report });
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    const { downloadUrl } = (await world.read(id)).lastRun;
    const sent = await world.download(downloadUrl);
    expect(sent.body).toContain(`${world.booking.id},`);
    await world.change(id, {
      report: { ...report, groupBy: ['booking'], bookingId: [world.otherBooking.id] },
      format: 'xlsx',
    });
    const later = await world.download(downloadUrl);
    expect([later.headers['content-type'], later.body]).toEqual([sent.headers['content-type'], sent.body]);
  });

  test('has the chosen metrics, such as the share of voice', async () => {
    const metrics = ['impressions', 'shareOfVoicePercent'];
    const { id } = await world.makeSchedule({
      report: { period: 'yesterday', groupBy: ['booking'], bookingId: [world.booking.id], metrics },
    });
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    const { body } = await world.download((await world.read(id)).lastRun.downloadUrl);
    const lines = body.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toBe('bookingId,bookingName,impressions,shareOfVoicePercent');
    // 3 of 43 impressions.
    expect(lines[1]).toMatch(new RegExp(`^${world.booking.id},.*,3,6.9767$`));
  });

  test('is mailed as plain text, independent of its name, and its file contains no formulas', async () => {
    const [script = ''] = markup(1);
    const name = `=${formula} ${script}`.slice(0, 255);
    await world.makeSchedule({ name, report: { period: 'yesterday', groupBy: ['booking'] } });
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    expect(world.mails).toHaveLength(1);
    const mail = world.mails[0]?.mail ?? '';
    const [head = ''] = mail.split('\r\n\r\n');
    const headers = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    // The name cannot inject headers, and the mail contains no HTML.
    expect(headers.map((line) => line.split(':')[0]?.toLowerCase()).sort()).toEqual([
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    const types = [...mail.matchAll(/^content-type: ([^;\r\n]+)/gim)].map(([, type]) => type);
    expect(types).toEqual(['multipart/mixed', 'text/plain', 'text/csv']);
    expect(mail).not.toMatch(new RegExp(`^.*filename.*(?:${mark}|[<>]).*$`, 'im'));
  });

  test('is completed only by the next sender if the first lost it because of a slow server', async () => {
    const { id } = await world.makeSchedule({ recipients: [anna, 'ben@publisher.example', 'cem@publisher.example'] });
    world.clockMs = sixOClock;
    const others: Promise<void>[] = [];
    world.refusal = () => {
      if (others.length === 0) {
        world.clockMs += 16 * 60_000;
        others.push(world.dispatcher().pass());
      }
      return null;
    };
    await world.dispatcher().pass();
    await Promise.all(others);
    const { lastRun } = await world.read(id);
    const recipients = [anna, 'ben@publisher.example', 'cem@publisher.example'];
    expect(lastRun).toMatchObject({ status: 'sent', problem: null });
    expect([...lastRun.mailedTo].sort()).toEqual(recipients);
    expect(world.mails.map(({ to }) => to).filter((to) => to !== anna)).toEqual(recipients.slice(1));
  });

  test('with a slow mail server lets others continue first and then completes', async () => {
    const recipients = Array.from({ length: 5 }, (_, index) => `slow${index}@publisher.example`);
    const slow = await world.makeSchedule({ recipients });
    const other = await world.makeSchedule();
    world.refusal = (to) => {
      if (to.startsWith('slow')) world.clockMs += 2 * 60_000;
      return null;
    };
    world.clockMs = sixOClock;
    await world.dispatcher().pass();
    expect(world.mails.map(({ to }) => to)).toEqual([...recipients.slice(0, 3), anna, ...recipients.slice(3)]);
    expect((await world.read(slow.id)).lastRun).toMatchObject({ status: 'sent', mailedTo: recipients });
    expect((await world.read(other.id)).lastRun).toMatchObject({ status: 'sent' });
  });

  test('contacts an unreachable mail server once instead of for each mail, and retries all of them', async () => {
    let calls = 0;
    const away = createServer((socket) => {
      calls += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(away, 'listening');
    const first = await world.makeSchedule({ recipients: [anna, 'ben@publisher.example'] });
    const second = await world.makeSchedule({ recipients: [anna] });
    world.clockMs = sixOClock;
    await world.dispatcher({ url: `smtp://127.0.0.1:${(away.address() as AddressInfo).port}`, from: mailFrom }).pass();
    await new Promise((resolve) => away.close(resolve));
    expect(calls).toBe(1);
    for (const { id } of [first, second]) {
      expect((await world.read(id)).lastRun).toMatchObject({
        status: 'pending',
        mailedTo: [],
        problem: /did not take it/,
      });
    }
    world.clockMs += 61_000;
    await world.dispatcher().pass();
    expect(world.mails.map(({ to }) => to)).toEqual([anna, 'ben@publisher.example', anna]);
  });

  test('that was due before a change of the schedule is made with the old settings, and a rename does not change its times', async () => {
    const report = { period: 'yesterday', groupBy: ['booking'], bookingId: [world.booking.id] };
    const { id } = await world.makeSchedule({ report });
    world.clockMs = sixOClock - 1;
    expect(await world.change(id, { name: 'Mornings' })).toMatchObject({
      nextRunAt: new Date(sixOClock).toISOString(),
    });
    world.clockMs = sixOClock + 1000;
    const changed = await world.change(id, { hour: 9, report: { ...report, bookingId: [world.otherBooking.id] } });
    expect(changed).toMatchObject({ nextRunAt: '2027-01-02T08:00:00.000Z', lastRun: { from: '2027-01-01' } });
    await world.dispatcher().pass();
    expect(world.mails.length).toBe(1);
    const { lastRun } = await world.read(id);
    expect(lastRun).toMatchObject({ dueAt: new Date(sixOClock).toISOString(), status: 'sent' });
    expect((await world.download(lastRun.downloadUrl)).body).toContain(`${world.booking.id},`);
  });

  test('on request is audited once without its link, and its stored response omits the link', async () => {
    const { id } = await world.makeSchedule();
    world.refusal = () => ({ code: 450 });
    const { management } = world;
    const run = (key: string) =>
      management.call('POST', `/report-schedules/${id}/actions/run`, { headers: { 'idempotency-key': key } });
    expect(await run(`first-${id}`)).toMatchObject({ status: 202, body: { downloadUrl: null } });
    await world.dispatcher().pass();
    const shown = await run(`second-${id}`);
    expect((await world.download(shown.body.downloadUrl)).status).toBe(200);
    const repeated = await run(`second-${id}`);
    expect(repeated).toMatchObject({
      status: 202,
      body: { id: shown.body.id, downloadUrl: null, downloadUntil: null },
    });
    const entries = await management.call('GET', `/audit?kind=report-schedules&objectId=${id}&action=run`);
    expect(entries.body.map(({ after }: { after: object }) => after)).toMatchObject([{ id: shown.body.id }]);
    const written = await sql<{ found: number }>`
      select (select count(*) from audit_entry where after::text like '%/report-files/%')
        + (select count(*) from idempotency_key where body like '%/report-files/%') as found
    `.execute(management.database);
    expect(written.rows).toEqual([{ found: 0 }]);
    await management.call('DELETE', `/report-schedules/${id}`, { headers: { 'if-match': '*' } });
    expect(await run(`second-${id}`)).toMatchObject({ status: 409, body: { code: 'archived' } });
  });
});
