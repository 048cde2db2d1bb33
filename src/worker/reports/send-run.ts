import { type Kysely, sql } from 'kysely';
import { maxMailAttachmentBytes, reportRunPausesMs } from '../../core/vocabulary/limits/report-limits.ts';
import { languageOfEmail } from '../../management/access/user/user-language.ts';
import { NoRawEventsError, type ReportSources } from '../../management/insight/report/read-report.ts';
import { TooManyRowsError } from '../../management/insight/report/too-many-rows.ts';
import {
  type MadeReport,
  makeReport,
  OwnerMayNotError,
} from '../../management/resources/report-schedule/make-report.ts';
import type { ReportLinks } from '../../management/resources/report-schedule/report-link.ts';
import type { StoredRun } from '../../management/resources/report-schedule/report-run.ts';
import { emailOf } from '../../management/resources/report-schedule/report-schedule.ts';
import { readSettings } from '../../management/resources/settings/read-settings.ts';
import { appendAudit } from '../../platform/audit/append-audit.ts';
import type { Database } from '../../platform/db/schema.ts';
import { appendEvents } from '../../platform/events/append-events.ts';
import { linkOf } from '../../platform/events/event-of-change.ts';
import { MailError, type Mailer } from '../../platform/outgoing/mailer.ts';
import type { ClaimedRun } from './claim-run.ts';
import { reportMail } from './report-mail.ts';

/** Time for which mails of one run are sent before other runs are processed. A mail server may be slow. */
const mailingMs = 5 * 60 * 1000;

export type Sender = ReportSources & {
  readonly links: ReportLinks;
  readonly publicUrl: string;
  /** null: e-mail is not configured. */
  readonly mailer: Mailer | null;
  readonly nowMs: () => number;
  /** Work in progress ends between two mails. */
  readonly end: AbortSignal;
};

/**
 * Creates and sends the report of a run. Each acknowledgement (a mail accepted by the server, the webhook event) is
 * stored individually, so a retry after a crash sends only the rest.
 */
export async function sendRun(sender: Sender, claimed: ClaimedRun): Promise<void> {
  const { run } = claimed;
  try {
    const made = await makeReport(sender, claimed.schedule.owner, run);
    const madeAt = await markMade(sender, run, made);
    await tellWebhooks(sender, claimed, { ...made, madeAt });
    const mailed = await mailAll(sender, claimed, { ...made, madeAt });
    if (mailed === 'unfinished') return await release(sender, claimed);
    await finish(sender, claimed, mailed.problem);
  } catch (error) {
    if (error instanceof OwnerMayNotError) return stop(sender, claimed);
    if (error instanceof TooManyRowsError) return giveUp(sender, claimed, `${error.message}: use a coarser grouping`);
    if (error instanceof NoRawEventsError) return giveUp(sender, claimed, error.message);
    await again(sender, claimed, error);
  }
}

async function markMade({ database, nowMs }: Sender, run: StoredRun, { report }: MadeReport): Promise<Date> {
  const { rows } = await sql<{ madeAt: Date }>`
    update report_run set rows = ${report.rows.length}, final = ${report.final},
      made_at = coalesce(report_run.made_at, ${new Date(nowMs())}::timestamptz)
    where report_run.id = ${run.id} returning report_run.made_at
  `.execute(database);
  if (rows[0] === undefined) throw new Error(`run ${run.id} no longer exists`);
  return rows[0].madeAt;
}

type Made = MadeReport & { readonly madeAt: Date };

/** Creates one event per run, in the transaction that records it. */
async function tellWebhooks(sender: Sender, { run, schedule }: ClaimedRun, made: Made): Promise<void> {
  if (!schedule.tellsWebhooks || made.owner.reach !== 'everything' || run.eventId !== null) return;
  const { url, until } = sender.links.linkOf({ id: run.id, madeAt: made.madeAt });
  await sender.database.transaction().execute(async (transaction) => {
    const open = await sql`
      select report_run.id from report_run where report_run.id = ${run.id} and report_run.event_id is null for update
    `.execute(transaction);
    if (open.rows.length === 0) return;
    const data = {
      kind: 'report-schedules',
      id: schedule.id,
      link: linkOf(sender.publicUrl, 'report-schedules', schedule.id),
      status: null,
      previousStatus: null,
      actor: null,
      revision: null,
      report: {
        runId: run.id,
        from: run.fromDay,
        to: run.toDay,
        format: run.format as 'csv' | 'xlsx',
        rows: made.report.rows.length,
        downloadUrl: url,
        downloadUntil: until.toISOString(),
      },
    } as const;
    const [eventId = 0] = await appendEvents(transaction, [{ type: 'report.ready', data }]);
    await sql`update report_run set event_id = ${eventId} where report_run.id = ${run.id}`.execute(transaction);
  });
}

/** Result of mailing: the problem of undeliverable mails, or `unfinished` if recipients are left for later. */
type Mailed = { readonly problem: string | null } | 'unfinished';

/** Mails the remaining recipients. Throws if a recipient was not reached but may be later. */
async function mailAll(sender: Sender, { run, schedule, claim }: ClaimedRun, made: Made): Promise<Mailed> {
  const { mailer, database, nowMs } = sender;
  const left = await recipientsLeft(sender, { run, schedule }, made);
  if (left.length === 0) return { problem: null };
  if (mailer === null) return { problem: 'E-mail is no longer configured (PLACARD_SMTP_URL)' };
  const link = sender.links.linkOf({ id: run.id, madeAt: made.madeAt });
  const { mailSenderName: senderName } = await readSettings(database);
  const untilMs = nowMs() + mailingMs;
  const faults: string[] = [];
  let later: MailError | null = null;
  let reached = 0;
  for (const to of left) {
    if (sender.end.aborted) return 'unfinished';
    if (nowMs() >= untilMs) {
      later ??= reached === 0 ? tooSlow() : null;
      if (later === null) return 'unfinished';
      break;
    }
    const turn = await claim.beforeMail(to);
    if (turn === 'lost') return 'unfinished';
    if (turn === 'mailed') continue;
    try {
      const locale = await languageOfEmail(database, to);
      const mail = reportMail(
        { run, schedule, made, link, to, locale, senderName, from: sender.publicUrl },
        maxMailAttachmentBytes,
      );
      await mailer.send(mail);
      await markMailed(database, run, to);
      reached += 1;
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      if (error.isLasting) faults.push(`${to}: ${error.message}`);
      else later = error;
      if (error.isOfServer) break;
    }
  }
  if (later !== null) throw later;
  return { problem: faults.length === 0 ? null : faults.join('; ') };
}

function tooSlow(): MailError {
  return new MailError('the mail server did not respond in time', { isLasting: false, isOfServer: true });
}

/** Returns the remaining recipients whom the owner may currently mail. */
async function recipientsLeft(
  { database }: Sender,
  { run, schedule }: Pick<ClaimedRun, 'run' | 'schedule'>,
  { owner }: Made,
): Promise<readonly string[]> {
  const left = schedule.recipients.filter((address) => !run.mailedTo.includes(address));
  if (owner.reach === 'everything') return left;
  const own = (await emailOf(database, owner.id))?.toLowerCase();
  return left.filter((address) => address.toLowerCase() === own);
}

/** Also if another process has claimed the run, so that no mail is sent twice. */
async function markMailed(database: Kysely<Database>, run: StoredRun, to: string): Promise<void> {
  await sql`
    update report_run set mailed_to = array_append(report_run.mailed_to, ${to})
    where report_run.id = ${run.id} and not (${to} = any(report_run.mailed_to))
  `.execute(database);
}

/** The run is sent unless no recipient was reached. */
async function finish({ database, nowMs }: Sender, { claim }: ClaimedRun, problem: string | null): Promise<void> {
  await sql`
    update report_run set finished_at = ${new Date(nowMs())}, claimed_until = null, problem = ${problem}, status = case
      when ${problem === null} or cardinality(report_run.mailed_to) > 0 or report_run.event_id is not null
      then 'sent' else 'failed' end
    where ${claim.holds()}
  `.execute(database);
}

async function giveUp({ database, nowMs }: Sender, { claim }: ClaimedRun, problem: string): Promise<void> {
  await sql`
    update report_run set status = 'failed', finished_at = ${new Date(nowMs())}, claimed_until = null, problem = ${problem}
    where ${claim.holds()}
  `.execute(database);
}

/** Releases the run. The rest is sent after other due runs. */
async function release({ database, nowMs }: Sender, { claim }: ClaimedRun): Promise<void> {
  await sql`
    update report_run set claimed_until = null, next_attempt_at = ${new Date(nowMs())} where ${claim.holds()}
  `.execute(database);
}

/** Schedules a retry with backoff, until the retries are used up. */
async function again(sender: Sender, claimed: ClaimedRun, error: unknown): Promise<void> {
  const problem = error instanceof MailError ? error.message : 'the report could not be created';
  const pauseMs = reportRunPausesMs[claimed.run.attempts];
  if (pauseMs === undefined) await giveUp(sender, claimed, problem);
  else {
    await sql`
      update report_run set attempts = report_run.attempts + 1, claimed_until = null, problem = ${problem},
        next_attempt_at = ${new Date(sender.nowMs() + pauseMs)}
      where ${claimed.claim.holds()}
    `.execute(sender.database);
  }
  // Errors other than those of the mail server are rethrown and logged.
  if (!(error instanceof MailError)) throw error;
}

/** Ends the schedule because its owner no longer has permission. */
async function stop(sender: Sender, claimed: ClaimedRun): Promise<void> {
  const { schedule } = claimed;
  await giveUp(sender, claimed, 'the owner of the schedule may no longer read reports');
  await sender.database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      update report_schedule set active = false, next_run_at = null, stopped_reason = 'owner_may_not',
        version = report_schedule.version + 1, updated_at = clock_timestamp()
      where report_schedule.id = ${schedule.id} and report_schedule.active returning report_schedule.id
    `.execute(transaction);
    if (rows.length === 0) return;
    const change = { before: { active: true }, after: { active: false, stoppedReason: 'owner_may_not' } };
    const about = { actor: 'system', action: 'stop', kind: 'report-schedules', objectId: schedule.id, requestId: null };
    await appendAudit(transaction, { ...about, ...change });
  });
}
