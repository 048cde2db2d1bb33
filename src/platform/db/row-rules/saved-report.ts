import type { ReportDefinition } from '../../../contract/insight/saved-report.ts';
import type { CommonColumns, Json } from '../columns.ts';
import { rowRules } from './row-rules.ts';

/** Tables of saved reports. */
export type SavedReportTables = {
  readonly savedReport: CommonColumns & {
    /** In the form of the audit log: `user:3`. */
    owner: string;
    report: Json<ReportDefinition>;
    shared: boolean;
  };
};

export const savedReportRows = rowRules({
  table: 'savedReport',
  // Private ones have one owner, which the routes check.
  visibleTo: 'everyone',
  snapshot: 'none',
  search: null,
});
