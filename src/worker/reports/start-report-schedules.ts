import type { Kysely } from 'kysely';
import { hourMs } from '../../core/time/durations.ts';
import type { RawReportEngine } from '../../management/insight/raw-report/raw-report-engine.ts';
import { createReportLinks } from '../../management/resources/report-schedule/report-link.ts';
import { queueDueRuns, removeOldRuns } from '../../management/resources/report-schedule/report-run.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Logger } from '../../platform/log/log.ts';
import { failFastMailer, type MailSettings, openMailer } from '../../platform/outgoing/mailer.ts';
import { createWake } from '../../platform/process/wake.ts';
import { claimRun } from './claim-run.ts';
import { type Sender, sendRun } from './send-run.ts';

const pauseMs = 2_000;
const longestPauseMs = 60_000;
const tidyPauseMs = hourMs;

export type ReportSchedulesOptions = {
  readonly database: Kysely<Database>;
  /** null: raw events are not stored. */
  readonly rawReports: RawReportEngine | null;
  readonly log: Logger;
  /** Secret of the deployment. */
  readonly secret: string;
  readonly publicUrl: string;
  /** null: e-mail is not configured. */
  readonly mail: MailSettings | null;
  readonly nowMs?: () => number;
};

export type ReportDispatcher = {
  /** Creates and sends all due reports one after the other. */
  pass(): Promise<void>;
  close(): void;
};

/**
 * Creates a dispatcher that sends due reports on demand. Several can share the work. Source:
 * docs/decisions/0081-report-schedules.md.
 */
export function createReportDispatcher(options: ReportSchedulesOptions): ReportDispatcher {
  const { database, nowMs = Date.now } = options;
  const end = new AbortController();
  const sender: Sender = {
    database,
    rawReports: options.rawReports,
    links: createReportLinks(options),
    publicUrl: options.publicUrl,
    mailer: options.mail === null ? null : openMailer(options.mail),
    nowMs,
    end: end.signal,
  };
  return {
    async pass() {
      await queueDueRuns(database, nowMs());
      const inThisPass = { ...sender, mailer: sender.mailer === null ? null : failFastMailer(sender.mailer) };
      while (!end.signal.aborted) {
        const claimed = await claimRun(sender);
        if (claimed === null) return;
        await sendRun(inThisPass, claimed);
      }
    },
    close: () => end.abort(),
  };
}

/** Starts a loop that sends reports within seconds of their due time, until closed. */
export function startReportSchedules(options: ReportSchedulesOptions): { close(): Promise<void> } {
  const wake = createWake();
  const dispatcher = createReportDispatcher(options);
  let isClosed = false;
  let tidiedAtMs = Number.NEGATIVE_INFINITY;
  const running = (async () => {
    let failures = 0;
    while (!isClosed) {
      try {
        await dispatcher.pass();
        if (performance.now() - tidiedAtMs > tidyPauseMs) {
          await removeOldRuns(options.database, (options.nowMs ?? Date.now)());
          tidiedAtMs = performance.now();
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        // Logged once per outage.
        if (failures === 1) options.log.error({ err: error }, 'Scheduled report failed; retrying');
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
