import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

const settingKey = 'roll-up';
/** Any number, the same in every version of the program. */
const lockNumber = 7_214_001;

/** What the roll-up says about itself, for reports and for the next roll-up. */
export type RollUpState = {
  /** Epoch ms up to which every journalled event is in the sums; 0 before the first roll-up. */
  readonly asOfMs: number;
  /** Events that expired before this instant (epoch ms) cannot be told from repetitions any more. */
  readonly forgottenBeforeMs: number;
};

export async function readRollUpState(database: Kysely<Database>): Promise<RollUpState> {
  const row = await database
    .selectFrom('setting')
    .select('setting.value')
    .where('setting.key', '=', settingKey)
    .executeTakeFirst();
  const value = (row?.value ?? {}) as Partial<RollUpState>;
  return { asOfMs: value.asOfMs ?? 0, forgottenBeforeMs: value.forgottenBeforeMs ?? 0 };
}

/**
 * Neither instant ever goes back, whichever of two roll-ups writes last, except from the future: what lies there was
 * written by a clock that was ahead, and would keep everything from being counted until that time has come.
 */
export async function advanceRollUpState(
  database: Kysely<Database>,
  to: Partial<RollUpState>,
  nowMs = Date.now(),
): Promise<void> {
  const change = JSON.stringify({ asOfMs: to.asOfMs ?? 0, forgottenBeforeMs: to.forgottenBeforeMs ?? 0 });
  const later = (name: keyof RollUpState) => sql`greatest(
    least((setting.value->>${sql.lit(name)})::bigint, ${nowMs}::bigint), (excluded.value->>${sql.lit(name)})::bigint)`;
  await sql`
    insert into setting (key, value) values (${settingKey}, ${change}::jsonb)
    on conflict (key) do update set updated_at = now(), value = jsonb_build_object(
      'asOfMs', ${later('asOfMs')}, 'forgottenBeforeMs', ${later('forgottenBeforeMs')}
    )`.execute(database);
}

/** Until this transaction ends, no other roll-up of this database is in one. */
export async function lockRollUps(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(transaction);
}
