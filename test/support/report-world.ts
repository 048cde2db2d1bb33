import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import { createReportDispatcher, type ReportDispatcher } from '../../src/worker/reports/start-report-schedules.ts';
import { makeBody, makeObject } from './make-objects.ts';
import { WebhookWorld } from './webhook-world.ts';

/** The day before it has figures. */
export const sixOClock = Date.parse('2027-01-02T05:00:00Z');
export const mailFrom = 'Placard <reports@publisher.example>';
export const anna = 'anna@publisher.example';

type Fields = Readonly<Record<string, unknown>>;
type Mail = { readonly to: string; readonly mail: string };

/** A deployment that makes reports by schedule, with a mail server and a clock that the test moves. */
export class ReportWorld {
  readonly webhooks: WebhookWorld;
  mails: Mail[] = [];
  /** What the mail server answers to a recipient; null: it takes it. */
  refusal: ((to: string) => { readonly code: number } | null) | null = null;
  /** With figures, as is a second one in reports of everything. */
  booking: { readonly id: number; readonly [member: string]: unknown } = { id: 0 };
  /** Without figures. */
  otherBooking: { readonly id: number } = { id: 0 };
  private readonly mailServer: SMTPServer;

  private constructor(webhooks: WebhookWorld, mailServer: SMTPServer) {
    this.webhooks = webhooks;
    this.mailServer = mailServer;
  }

  static async start(): Promise<ReportWorld> {
    let world: ReportWorld | null = null;
    const mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) => {
        const fault = world?.refusal?.(address);
        done(fault ? Object.assign(new Error('not here'), { responseCode: fault.code }) : undefined);
      },
      onData: (stream, session, done) => {
        void text(stream).then((mail) => {
          world?.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), mail });
          done();
        });
      },
    });
    mailServer.listen(0, '127.0.0.1');
    await once(mailServer.server, 'listening');
    const settings = { PLACARD_SMTP_URL: urlOf(mailServer), PLACARD_MAIL_FROM: mailFrom };
    world = new ReportWorld(await WebhookWorld.start(settings), mailServer);
    await world.fill();
    return world;
  }

  get management() {
    return this.webhooks.management;
  }

  get clockMs() {
    return this.webhooks.clockMs;
  }

  set clockMs(timeMs: number) {
    this.webhooks.clockMs = timeMs;
  }

  /** No schedule is left, and it is an hour before six. */
  async reset(): Promise<void> {
    this.mails = [];
    this.refusal = null;
    await sql`update report_schedule set archived_at = now()`.execute(this.management.database);
    await sql`delete from report_run`.execute(this.management.database);
    this.clockMs = sixOClock - 3_600_000;
  }

  dispatcher(
    mail: { url: string; from: string } | null = { url: urlOf(this.mailServer), from: mailFrom },
  ): ReportDispatcher {
    const { database, services } = this.management;
    const { log, secret, config } = services;
    const { publicUrl } = config;
    return createReportDispatcher({ database, log, secret, publicUrl, mail, nowMs: () => this.clockMs });
  }

  async makeSchedule(fields: Fields = {}, user?: number) {
    const body = { recipients: [anna], tellsWebhooks: false, ...fields };
    if (user === undefined) return makeObject(this.management, 'report-schedules', body);
    const answer = await this.management.call('POST', '/report-schedules', {
      user,
      body: await makeBody(this.management, 'report-schedules', body),
    });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  }

  async read(id: number, user?: number) {
    return (await this.management.call('GET', `/report-schedules/${id}`, user === undefined ? {} : { user })).body;
  }

  async change(id: number, body: Fields) {
    const options = { headers: { 'if-match': '*' }, body };
    const answer = await this.management.call('PATCH', `/report-schedules/${id}`, options);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  }

  async download(address: string) {
    const { statusCode, headers, body } = await this.management.app.inject(new URL(address).pathname);
    return { status: statusCode, headers, body };
  }

  async close(): Promise<void> {
    await this.management.close();
    await new Promise<void>((resolve) => this.mailServer.close(() => resolve()));
  }

  private async fill(): Promise<void> {
    const { management } = this;
    const position = await makeObject(management, 'inventory/position');
    const book = () => makeObject(management, 'bookings', { positionIds: [position.id] });
    this.booking = await book();
    const foreign = await book();
    this.otherBooking = await book();
    const creative = (await makeObject(management, 'creatives')).id;
    await sql`
      insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
      values ('2027-01-01T10:00:00Z', '2027-01-01', ${this.booking.id}, ${creative}, ${position.id}, 3, 0, 1),
        ('2027-01-01T10:00:00Z', '2027-01-01', ${foreign.id}, ${creative}, ${position.id}, 40, 0, 0)
    `.execute(management.database);
  }
}

function urlOf(mailServer: SMTPServer): string {
  return `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`;
}
