import type { Kysely } from 'kysely';
import type { Report, ReportQuery } from '../../../contract/insight/report.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { callerOfActor } from '../../access/caller-of-actor.ts';
import { readReport } from '../../insight/report/read-report.ts';
import { type ReportFile, writeReportFile } from '../../insight/report/report-file.ts';
import type { StoredRun } from './report-run.ts';

/** The owner of a schedule is gone, or may read no reports any more. */
export class OwnerMayNotError extends Error {}

export type MadeReport = { readonly owner: Caller; readonly report: Report; readonly file: ReportFile };

/**
 * Makes the report of a run as it is now, with what its owner may see now.
 * @param ownerActor as in the audit: `user:3`
 * Throws `OwnerMayNotError`, or
 * `TooManyRowsError` as any report does.
 */
export async function makeReport(
  database: Kysely<Database>,
  ownerActor: string,
  run: Pick<StoredRun, 'fromDay' | 'toDay' | 'report' | 'format'>,
): Promise<MadeReport> {
  const owner = await callerOfActor(database, ownerActor);
  if (owner?.scopes.has('reports:read') !== true) {
    throw new OwnerMayNotError('who owns the schedule may read no reports any more');
  }
  const { period: _period, ...asked } = run.report;
  const query: ReportQuery = { ...asked, from: run.fromDay, to: run.toDay };
  const report = await readReport(database, query, owner.reach);
  return { owner, report, file: writeReportFile(report, query, run.format as 'csv' | 'xlsx') };
}
