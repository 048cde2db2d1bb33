import type { Report, ReportQuery } from '../../../contract/insight/report.ts';
import { hasReach } from '../../../core/reporting/report-metrics.ts';
import { hasRequestFacts } from '../../../core/reporting/value-dimensions.ts';
import { minShownViewers } from '../../../core/vocabulary/limits/report-limits.ts';
import type { ViewerCounts } from '../raw-report/raw-report-task.ts';

type ReachFields = Pick<Report['totals'], 'reach' | 'frequency' | 'knownImpressions'>;

/** Returns the fields of viewers of a row, or none if the query does not ask for them. Source: docs/decisions/0207-reach.md. */
export function reachOf(row: { readonly viewers?: ViewerCounts } | undefined, query: ReportQuery): ReachFields {
  if (!hasReach(query)) return {};
  const { people, impressions } = row?.viewers ?? { people: 0, impressions: 0 };
  const isShown = people === 0 || people >= minShownViewers || !hasRequestFacts(query);
  return {
    reach: isShown ? people : null,
    frequency: isShown && people > 0 ? Math.round((impressions / people) * 10_000) / 10_000 : null,
    knownImpressions: impressions,
  };
}
