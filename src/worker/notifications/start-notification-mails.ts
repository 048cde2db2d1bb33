import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { Logger } from '../../platform/log/log.ts';
import {
  type ClaimedMail,
  claimNotificationMail,
  endLostMails,
  finishNotificationMail,
  retryNotificationMail,
  skipPendingMails,
} from '../../platform/notifications/notification-mails.ts';
import { MailError, type Mailer, type MailSettings, openMailer } from '../../platform/outgoing/mailer.ts';
import { createWake } from '../../platform/process/wake.ts';
import { readNotificationMail } from './notification-mail.ts';

const pauseMs = 2_000;
const longestPauseMs = 60_000;

export type NotificationMailsOptions = {
  readonly database: Kysely<Database>;
  readonly log: Logger;
  readonly publicUrl: string;
  /** null: e-mail is not configured. */
  readonly mail: MailSettings | null;
  readonly nowMs?: () => number;
};

export type NotificationMailDispatcher = {
  /** Sends all due mails one after the other. Stops at the first failure of the mail server, and returns `unavailable`. */
  pass(): Promise<'done' | 'unavailable'>;
  /** Ends the work between two mails. */
  close(): void;
};

/**
 * Creates a dispatcher that mails notifications on demand. Several can share the work. A mail is sent at most once: it is
 * repeated only if the mail server certainly did not accept it. Source: docs/decisions/0188-notification-mails.md.
 */
export function createNotificationMailDispatcher(options: NotificationMailsOptions): NotificationMailDispatcher {
  const { database, log, nowMs = Date.now } = options;
  const mailer = options.mail === null ? null : openMailer(options.mail);
  const end = new AbortController();
  return {
    async pass() {
      for (const id of await endLostMails(database, nowMs()))
        log.warn({ notification: id }, 'Notification e-mail interrupted; it is not sent again');
      const skipped = await skipPendingMails(database, { nowMs: nowMs(), all: mailer === null });
      if (skipped > 0) log.warn({ count: skipped, isConfigured: mailer !== null }, 'Notification e-mails not sent');
      if (mailer === null) return 'done';
      while (!end.signal.aborted) {
        const claimed = await claimNotificationMail(database, nowMs());
        if (claimed === null) return 'done';
        if ((await sendClaimed({ ...options, nowMs, mailer }, claimed)) === 'unavailable') return 'unavailable';
      }
      return 'done';
    },
    close: () => end.abort(),
  };
}

type Sender = NotificationMailsOptions & { readonly mailer: Mailer; readonly nowMs: () => number };

async function sendClaimed(sender: Sender, claimed: ClaimedMail): Promise<'done' | 'unavailable'> {
  const { database, mailer, publicUrl } = sender;
  const mail = await readNotificationMail(database, claimed, publicUrl).catch(async (error: unknown) => {
    // Nothing was sent yet.
    await retryNotificationMail(database, claimed, sender.nowMs());
    throw error;
  });
  if (mail === null) {
    await finishNotificationMail(database, claimed, 'skipped');
    return 'done';
  }
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return recordFailure(sender, claimed, error);
  }
  await finishNotificationMail(database, claimed, 'sent');
  return 'done';
}

async function recordFailure(
  { database, log, nowMs }: Sender,
  claimed: ClaimedMail,
  error: MailError,
): Promise<'done' | 'unavailable'> {
  const about = { notification: claimed.id, err: error };
  if (error.isUncertain) {
    await finishNotificationMail(database, claimed, 'uncertain');
    log.warn(about, 'Notification e-mail: no response after the transfer; it is not sent again');
  } else if (error.isLasting) {
    await finishNotificationMail(database, claimed, 'failed');
    log.warn(about, 'Notification e-mail refused');
  } else {
    const seconds = await retryNotificationMail(database, claimed, nowMs());
    const next = seconds === null ? 'it is not sent again' : `next attempt in ${seconds} s`;
    log.warn(about, `Notification e-mail failed, ${next}`);
  }
  return error.isOfServer ? 'unavailable' : 'done';
}

/** Starts a loop that mails notifications within seconds, until closed. Pauses longer while the mail server fails. */
export function startNotificationMails(options: NotificationMailsOptions): { close(): Promise<void> } {
  const wake = createWake();
  const dispatcher = createNotificationMailDispatcher(options);
  let isClosed = false;
  const running = (async () => {
    let failures = 0;
    while (!isClosed) {
      try {
        failures = (await dispatcher.pass()) === 'done' ? 0 : failures + 1;
      } catch (error) {
        failures += 1;
        // Logged once per outage.
        if (failures === 1) options.log.error({ err: error }, 'Notification e-mails failed; retrying');
      }
      await wake.within(Math.min(longestPauseMs, pauseMs * 2 ** Math.min(failures, 10)));
    }
  })();
  return {
    async close() {
      isClosed = true;
      dispatcher.close();
      wake.now();
      await running;
    },
  };
}
