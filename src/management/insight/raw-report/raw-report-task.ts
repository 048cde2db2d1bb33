/*
 * Reports from raw events, for dimensions of which the database has no sums.
 *
 * - `read-raw-report.ts`: what a report needs from the database: what the caller may see, and screens.
 * - `raw-report-engine.ts`: the queue, and a process of low priority (`raw-report-process.ts`) that runs DuckDB.
 * - `run-raw-report.ts`, `raw-report-rows.ts`: the queries and their rows. `raw-scan-sql.ts`: reads files, `raw-report-sql.ts`:
 *   rows and totals of what was read. `raw-columns.ts`: columns. `raw-report-tables.ts`: tables of the task.
 * - `raw-report-files.ts`, `cached-hours.ts`, `report-cache.ts`: files.
 * - `count-inventory.ts`: denominators of the share of voice. `count-viewers.ts`, `viewer-sql.ts`: different viewers.
 * - `covered-hours.ts`: the time that is complete.
 * - `raw-report-task.ts`: messages between the processes.
 *
 * See docs/decisions/0202-raw-reports.md.
 */

import type { ObjectDimension } from '../../../contract/insight/report.ts';
import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import type { EventCounter } from '../../../core/pricing/billable-events.ts';
import type { RequestDimension } from '../../../core/reporting/value-dimensions.ts';

/** A screen, whose impressions are plays. */
export type ReportedScreen = {
  readonly positionId: number;
  readonly timeZone: string;
  /** People per play by local hour, in thousandths. null: 1. */
  readonly multipliers: readonly number[] | null;
};

/** A report that is counted from the files of `counted`. */
export type RawReportTask = {
  /** Local days; `to` is exclusive. null: all. */
  readonly from: string | null;
  readonly to: string | null;
  readonly groupBy: readonly ReportDimension[];
  /** Key of the dimension `keyValue`. */
  readonly key: string | null;
  readonly ids: { readonly [Dimension in ObjectDimension]?: readonly number[] };
  readonly values: { readonly [Dimension in RequestDimension]?: readonly string[] };
  /** Bookings that the caller may see. null: all. */
  readonly bookingIds: readonly number[] | null;
  readonly screens: readonly ReportedScreen[];
  /** Number of rows with the most impressions; the others are combined. null: all, in order of the dimensions. */
  readonly top: number | null;
  /** Whether to count viewers. */
  readonly hasViewers: boolean;
  /** Values of the rows to show instead of those with the most impressions. null: none are selected. */
  readonly selected: readonly RawValues[] | null;
  /** Whether to count the impressions of all bookings in the inventory of the rows. */
  readonly hasInventory: boolean;
  /** Number of rows above which the report fails. */
  readonly maxRows: number;
};

/** Different viewers with impressions, and their impressions. */
export type ViewerCounts = { readonly people: number; readonly impressions: number };

/** Counts of a row. */
export type RawCounts = Readonly<Record<EventCounter, number>> & {
  readonly plays: number;
  readonly audienceThousandths: number;
  readonly events: Readonly<Record<string, number>>;
  readonly apart: readonly { readonly reason: string; readonly kind: string; readonly events: number }[];
  /** Omitted: viewers are not counted. */
  readonly viewers?: ViewerCounts;
};

/** Values of the dimensions of a row, by `fieldOf`: an ID, a text, or a number. */
export type RawValues = Readonly<Record<string, string | number | null>>;

/** Impressions of all bookings in the inventory of the rows, in the order of the rows. */
export type InventoryImpressions = {
  readonly rows: readonly number[];
  readonly totals: number;
  /** In that of the rows beyond `top`. null: there are none. */
  readonly other: number | null;
};

export type RawReport = {
  readonly rows: readonly { readonly values: RawValues; readonly counts: RawCounts }[];
  readonly totals: RawCounts;
  /** Counts of the rows beyond `top`. null: there are none. */
  readonly other: RawCounts | null;
  /** null: not requested. */
  readonly inventory: InventoryImpressions | null;
  /** Hours of which all events are included, in epoch ms. null: none. */
  readonly coveredMs: { readonly from: number; readonly to: number } | null;
};

/** To the process: a report, or the end of the one with this number. */
export type ToRawReports = { readonly id: number; readonly task: RawReportTask } | { readonly cancelled: number };

/** From the process: progress in percent, or the outcome. */
export type FromRawReports =
  | { readonly id: number; readonly percent: number }
  | { readonly id: number; readonly report: RawReport }
  | { readonly id: number; readonly tooManyRows: true }
  | { readonly id: number; readonly fault: string };
