import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type SetupStep, setupSteps } from '../../../contract/insight/setup-progress.ts';
import { hourMs } from '../../../core/time/durations.ts';
import type { RecordedDecisions } from '../../../exchange/decisions/decision-folder.ts';
import { allRowRules, type ResourceTableName } from '../../../platform/db/row-rules/all-row-rules.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { type JudgementContext, judgeOf } from '../../resources/booking/state/booking-judgements.ts';
import { bookingStatusSql, necessaryForStatus } from '../../resources/booking/state/booking-state-sql.ts';
import { listDecisions } from '../explain/find-decisions.ts';

type Sources = {
  readonly database: Kysely<Database>;
  readonly moment: JudgementContext;
  readonly decisions: RecordedDecisions;
};

/** Returns the completed steps within a reach, in the order of `setupSteps`. */
export async function readSetupProgress(sources: Sources, reach: Reach): Promise<SetupStep[]> {
  const { database, moment } = sources;
  const judgements = await judgeOf(database)(moment);
  const isRunning = sql<boolean>`${necessaryForStatus(['running'], judgements)}
    and ${bookingStatusSql(judgements)} = 'running'`;
  const conditions: Readonly<Record<SetupStep, RawBuilder<boolean>>> = {
    position: existsSql('position', reach),
    request: reach === 'everything' ? sql<boolean>`exists (select 1 from traffic_curve)` : sql<boolean>`false`,
    campaign: existsSql('campaign', reach),
    creative: existsSql('creative', reach),
    booking: existsSql('booking', reach, isRunning),
    impression: existsSql('booking', reach, hasImpressions),
    user:
      reach === 'everything'
        ? sql<boolean>`(select count(*) > 1 from ${sql.table(userTable)} where ${sql.ref(`${userTable}.archivedAt`)} is null)`
        : sql<boolean>`false`,
  };
  const { rows } = await sql<{ step: SetupStep; isCompleted: boolean }>`${sql.join(
    setupSteps.map((step) => sql`select ${step}::text as step, ${conditions[step]} as is_completed`),
    sql` union all `,
  )}`.execute(database);
  const completed = new Set(rows.flatMap(({ step, isCompleted }) => (isCompleted ? [step] : [])));
  // Traffic is learned some time after the first request.
  if (!completed.has('request') && reach === 'everything' && (await hasRecentDecision(sources)))
    completed.add('request');
  return setupSteps.filter((step) => completed.has(step));
}

const userTable = allRowRules.users.table;

const hasImpressions = sql<boolean>`exists (
  select 1 from booking_total where booking_total.booking_id = booking.id and booking_total.impressions > 0
)`;

function existsSql(table: ResourceTableName, reach: Reach, condition = sql<boolean>`true`): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from ${sql.table(table)}
    where ${sql.ref(`${table}.archivedAt`)} is null and ${visibleRows(table, reach)} and ${condition}
  )`;
}

/** Whether an ad request was decided in the last hour. */
async function hasRecentDecision({ decisions, moment }: Sources): Promise<boolean> {
  const toMs = moment.nowMs();
  const { found } = await listDecisions(decisions, {
    positionId: null,
    bookingId: null,
    fromMs: toMs - hourMs,
    toMs: Number.POSITIVE_INFINITY,
    limit: 1,
  });
  return found.length > 0;
}
