import { dayMs } from '../../time/durations.ts';

/** Rows per report: a year of days for a hundred bookings. Use an export for more. */
export const maxReportRows = 50_000;
/** Most rows that a report can show before it combines the others: a long list on one page. */
export const maxReportTop = 1000;
/** Fewest viewers that a report by facts of requests shows, so that no fact describes one person. */
export const minShownViewers = 10;
/** E-mail recipients per scheduled report. Use a mailing list for more. */
export const maxReportRecipients = 20;
/** Report schedules per owner. Each runs at least once a month. */
export const maxReportSchedules = 50;
/** Saved reports per owner. */
export const maxSavedReports = 200;
/** Lifetime of the download link of a scheduled report. */
export const reportLinkTtlMs = 7 * dayMs;
/** Retention of runs of report schedules and their results. */
export const reportRunTtlMs = 90 * dayMs;
/** Backoff before retries of a report that could not be created or mailed: seven hours in total. */
export const reportRunPausesMs = [60, 300, 1_800, 7_200, 14_400].map((s) => s * 1000);
/** Bytes of an e-mail attachment. Larger files are only linked. Mail servers commonly accept 10 MB. */
export const maxMailAttachmentBytes = 7 * 1024 * 1024;
