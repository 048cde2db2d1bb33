import type { Generated } from 'kysely';
import type { ScheduledReport } from '../../../contract/insight/report-schedule.ts';
import type { CommonColumns, Json, WithDefault } from '../columns.ts';

/** Tables of scheduled reports. */
export type ReportScheduleTables = {
  readonly reportSchedule: ReportScheduleTable;
  readonly reportRun: ReportRunTable;
};

type ReportScheduleTable = CommonColumns & {
  /** In the form of the audit log: `user:3`. */
  owner: string;
  report: Json<ScheduledReport>;
  timeZone: string;
  cadence: string;
  hour: number;
  weekday: string | null;
  monthDay: number | null;
  format: string;
  recipients: string[];
  tellsWebhooks: boolean;
  active: boolean;
  /** null: paused. */
  nextRunAt: Date | null;
  stoppedReason: string | null;
};

type ReportRunTable = {
  id: Generated<number>;
  scheduleId: number;
  dueAt: Date;
  isManual: WithDefault<boolean>;
  /** Report definition at the due time. Sent links show it, regardless of later changes of the schedule. */
  report: Json<ScheduledReport>;
  format: string;
  status: WithDefault<string>;
  fromDay: string;
  toDay: string;
  attempts: WithDefault<number>;
  nextAttemptAt: Date | null;
  claimedUntil: Date | null;
  rows: number | null;
  final: boolean | null;
  madeAt: Date | null;
  mailedTo: WithDefault<string[]>;
  eventId: number | null;
  problem: string | null;
  finishedAt: Date | null;
};
