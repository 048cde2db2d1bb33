import { type Kysely, sql } from 'kysely';
import {
  maxNotificationMailAgeMs,
  notificationMailPausesMs,
} from '../../core/vocabulary/limits/collaboration-limits.ts';
import type { Database } from '../db/schema.ts';

/** Longer than one mail can take. After that its process counts as ended. */
const claimMs = 10 * 60 * 1000;

/** A notification whose mail this process is sending. */
export type ClaimedMail = {
  readonly id: number;
  readonly userId: number;
  /** Earlier failed attempts. */
  readonly attempts: number;
  readonly claimedUntil: Date;
};

/**
 * Claims the notification whose mail has been due longest. The claim is committed before the mail is sent, so no other
 * process, and no later start of this one, sends it too. null: none is due.
 */
export async function claimNotificationMail(database: Kysely<Database>, nowMs: number): Promise<ClaimedMail | null> {
  const now = new Date(nowMs);
  const claimedUntil = new Date(nowMs + claimMs);
  const { rows } = await sql<{ id: number; userId: number; attempts: number }>`
    update notification set mail_state = 'sending', mail_due_at = ${claimedUntil}
    where notification.id = (
      select due.id from notification due where due.mail_state = 'pending' and due.mail_due_at <= ${now}
      order by due.mail_due_at, due.id limit 1 for update skip locked
    ) returning notification.id, notification.user_id, notification.mail_attempts as attempts
  `.execute(database);
  return rows[0] === undefined ? null : { ...rows[0], claimedUntil };
}

/** Result of a mail that is not sent again. Others than `sent` make the notification visible in the list of its user. */
export async function finishNotificationMail(
  database: Kysely<Database>,
  { id, claimedUntil }: ClaimedMail,
  state: 'sent' | 'uncertain' | 'failed' | 'skipped',
): Promise<void> {
  await sql`
    update notification set mail_state = ${state}, mail_due_at = null, in_app = notification.in_app or ${state !== 'sent'}
    where notification.id = ${id} and notification.mail_state = 'sending' and notification.mail_due_at = ${claimedUntil}
  `.execute(database);
}

/**
 * Schedules the next attempt of a mail that was certainly not accepted. Returns the seconds until then. null if the
 * attempts are used up; the mail has then failed.
 */
export async function retryNotificationMail(
  database: Kysely<Database>,
  mail: ClaimedMail,
  nowMs: number,
): Promise<number | null> {
  const pauseMs = notificationMailPausesMs[mail.attempts];
  if (pauseMs === undefined) {
    await finishNotificationMail(database, mail, 'failed');
    return null;
  }
  await sql`
    update notification set mail_state = 'pending', mail_attempts = notification.mail_attempts + 1,
      mail_due_at = ${new Date(nowMs + pauseMs)}
    where notification.id = ${mail.id} and notification.mail_state = 'sending'
      and notification.mail_due_at = ${mail.claimedUntil}
  `.execute(database);
  return pauseMs / 1000;
}

/**
 * Ends mails whose process ended while it sent them. The mail server may have accepted them, so they are not sent again.
 * Returns the IDs of their notifications.
 */
export async function endLostMails(database: Kysely<Database>, nowMs: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    update notification set mail_state = 'uncertain', mail_due_at = null, in_app = true
    where notification.mail_state = 'sending' and notification.mail_due_at <= ${new Date(nowMs)}
    returning notification.id
  `.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Ends pending mails that are not sent: those older than a day, or all. Their notifications are visible in the list.
 * Returns their number.
 */
export async function skipPendingMails(
  database: Kysely<Database>,
  skipped: { readonly nowMs: number; readonly all: boolean },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update notification set mail_state = 'skipped', mail_due_at = null, in_app = true
    where notification.mail_state = 'pending'
      and (${skipped.all} or notification.created_at < ${new Date(skipped.nowMs - maxNotificationMailAgeMs)})
  `.execute(database);
  return Number(numAffectedRows ?? 0n);
}
