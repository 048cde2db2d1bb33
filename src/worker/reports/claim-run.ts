import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { StoredRun, StoredSchedule } from '../../management/resources/report-schedule/report-run.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Longer than a report or one mail may take. After that another process takes over. */
const claimMs = 15 * 60 * 1000;

export type ClaimedRun = { readonly run: StoredRun; readonly schedule: StoredSchedule; readonly claim: Claim };

/** Exclusive claim of a run by this process, until a time that each mail extends. */
export type Claim = {
  /**
   * Call before each mail. `ours`: the claim is extended. `mailed`: a previous process has already mailed this address.
   * `lost`: another process has claimed the run, or it ended, so nothing more may be sent.
   */
  beforeMail(to: string): Promise<'ours' | 'mailed' | 'lost'>;
  /** SQL condition on the row of the run: it is open and claimed by this process. */
  holds(): RawBuilder<boolean>;
};

type Times = { readonly database: Kysely<Database>; readonly nowMs: () => number };

/** Claims the run that has been due longest; null: none. */
export async function claimRun({ database, nowMs }: Times): Promise<ClaimedRun | null> {
  const now = new Date(nowMs());
  const until = new Date(now.getTime() + claimMs);
  const { rows } = await sql<{ id: number }>`
    update report_run set claimed_until = ${until}
    where report_run.id = (
      select due.id from report_run due
      where due.status = 'pending' and due.next_attempt_at <= ${now}
        and (due.claimed_until is null or due.claimed_until <= ${now})
      order by due.next_attempt_at, due.id limit 1 for update skip locked
    ) returning report_run.id
  `.execute(database);
  const [claimed] = rows;
  if (claimed === undefined) return null;
  const run = await database
    .selectFrom('reportRun')
    .selectAll()
    .where('reportRun.id', '=', claimed.id)
    .executeTakeFirstOrThrow();
  const schedule = await database
    .selectFrom('reportSchedule')
    .selectAll()
    .where('reportSchedule.id', '=', run.scheduleId)
    .executeTakeFirstOrThrow();
  return { run, schedule, claim: claimOf({ database, nowMs }, { runId: run.id, until }) };
}

/** The time identifies the claim: a later claim sets a later time. */
function claimOf({ database, nowMs }: Times, of: { readonly runId: number; readonly until: Date }): Claim {
  let { until } = of;
  const holds = () => sql<boolean>`
    (report_run.id = ${of.runId} and report_run.status = 'pending' and report_run.claimed_until = ${until})
  `;
  return {
    holds,
    async beforeMail(to) {
      const next = new Date(Math.max(until.getTime(), nowMs() + claimMs));
      const { rows } = await sql<{ isMailed: boolean }>`
        update report_run set claimed_until = ${next} where ${holds()}
        returning ${to} = any(report_run.mailed_to) as is_mailed
      `.execute(database);
      const [row] = rows;
      if (row === undefined) return 'lost';
      until = next;
      return row.isMailed ? 'mailed' : 'ours';
    },
  };
}
