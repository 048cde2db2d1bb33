import { type Kysely, sql } from 'kysely';

/** Each run of a schedule stores its report definition, because the schedule may change before the next run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table report_run add column report jsonb, add column format text check (format in ('csv', 'xlsx'))`,
  `update report_run set report = report_schedule.report, format = report_schedule.format
    from report_schedule where report_schedule.id = report_run.schedule_id`,
  `alter table report_run alter column report set not null, alter column format set not null`,
];
