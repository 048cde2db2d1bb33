import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

const settingKey = 'roll-up';
/** Arbitrary number, equal in all program versions. */
const lockNumber = 7_214_001;

/** State of the roll-up, for reports and for the next roll-up. */
export type RollUpState = {
  /** Epoch ms up to which all journaled events are in the sums; 0 before the first roll-up. */
  readonly asOfMs: number;
  /** Duplicates of events that expired before this instant (epoch ms) can no longer be detected. */
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
 * Advances the stored instants. They never move back, even with concurrent roll-ups, except from the future: such a
 * value was written by a clock that was ahead, and would prevent counting until that time.
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

/** Marks this transaction as a roll-up. Roll-ups may run concurrently, but not with `lockRollUps`. */
export async function shareRollUps(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockNumber})`.execute(transaction);
}

/** Excludes all roll-ups of this database until this transaction ends. */
export async function lockRollUps(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(transaction);
}
