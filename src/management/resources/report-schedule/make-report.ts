import type { Report, ReportQuery } from '../../../contract/insight/report.ts';
import type { Caller } from '../../access/caller.ts';
import { callerOfActor } from '../../access/caller-of-actor.ts';
import { languageOfUser } from '../../access/user/user-language.ts';
import { type ReportSources, readReport } from '../../insight/report/read-report.ts';
import { type ReportFile, writeGridFile, writeReportFile } from '../../insight/report/report-file.ts';
import { isShaped, shapeReport } from '../../insight/report/report-view.ts';
import type { StoredRun } from './report-run.ts';

/** The owner of a schedule does not exist or may no longer read reports. */
export class OwnerMayNotError extends Error {}

export type MadeReport = { readonly owner: Caller; readonly report: Report; readonly file: ReportFile };

/**
 * Creates the report of a run from current data, limited to what its owner can see now. Files for a user have headings
 * in the language of the user; files for a service account have field names.
 * @param ownerActor as in the audit log: `user:3`
 * @throws OwnerMayNotError when the owner has lost the right to read reports, TooManyRowsError for a too large report,
 *   NoRawEventsError, RawReportError
 */
export async function makeReport(
  sources: ReportSources,
  ownerActor: string,
  run: Pick<StoredRun, 'fromDay' | 'toDay' | 'report' | 'format'>,
): Promise<MadeReport> {
  const owner = await callerOfActor(sources.database, ownerActor);
  if (owner?.scopes.has('reports:read') !== true) {
    throw new OwnerMayNotError('the owner of the schedule may no longer read reports');
  }
  const { period: _period, ...asked } = run.report;
  const language = owner.kind === 'user' ? await languageOfUser(sources.database, owner.id) : undefined;
  const query: ReportQuery = { ...asked, from: run.fromDay, to: run.toDay, language };
  const report = await readReport(sources, query, { reach: owner.reach });
  const format = run.format as 'csv' | 'xlsx';
  const file = isShaped(query)
    ? writeGridFile(shapeReport(report, query), query, format)
    : writeReportFile(report, query, format);
  return { owner, report, file };
}
