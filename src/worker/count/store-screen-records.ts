import { type Kysely, sql, type Transaction } from 'kysely';
import { maxScreensOfPosition, playChainTtlMs } from '../../core/vocabulary/limits/screen-limits.ts';
import type { ScreenRecord, ScreenReport } from '../../exchange/journal/screen-record.ts';
import type { Database } from '../../platform/db/schema.ts';
import { forgetLinks, storePlayLinks } from './store-play-links.ts';

/** Stores the reports of screens in the transaction that counts their plays. Locks them until it ends. */
export async function storeScreenRecords(
  transaction: Transaction<Database>,
  records: readonly ScreenRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtext('screen records'))`.execute(transaction);
  await storePlayLinks(
    transaction,
    records.filter((said) => said.record === 'play-link'),
  );
  await keepReports(
    transaction,
    records.filter((said) => said.record === 'screen-report'),
  );
}

/** Deletes old chains, and screens that were not seen for the retention of a chain. */
export async function forgetScreenRecords(database: Kysely<Database>, nowMs: number): Promise<void> {
  await forgetLinks(database, nowMs);
  const before = new Date(nowMs - playChainTtlMs);
  await database.deleteFrom('screenDevice').where('screenDevice.lastSeenAt', '<', before).execute();
}

/** The latest report of a screen wins, regardless of the journal. Missing fields remain unchanged. */
async function keepReports(transaction: Transaction<Database>, reports: readonly ScreenReport[]): Promise<void> {
  const inOrder = reports.toSorted((one, other) => one.atMs - other.atMs);
  for (const { positionId, deviceId, atMs, clockAheadMs, missingFiles } of lastOfEach(inOrder)) {
    await sql`
      insert into screen_device (position_id, device_id, last_seen_at, clock_ahead_ms, missing_files)
      select ${positionId}::bigint, ${deviceId}::text, ${new Date(atMs)}::timestamptz, ${clockAheadMs}::bigint,
        ${missingFiles}::text[]
      where exists (select from screen_device known
          where known.position_id = ${positionId} and known.device_id = ${deviceId})
        or (select count(*) from screen_device other where other.position_id = ${positionId}) < ${maxScreensOfPosition}
      on conflict (position_id, device_id) do update set last_seen_at = excluded.last_seen_at,
        clock_ahead_ms = coalesce(excluded.clock_ahead_ms, screen_device.clock_ahead_ms),
        missing_files = coalesce(excluded.missing_files, screen_device.missing_files)
      where screen_device.last_seen_at <= excluded.last_seen_at`.execute(transaction);
  }
}

/** Merges the reports of each screen into one. */
function lastOfEach(inOrder: readonly ScreenReport[]): Iterable<ScreenReport> {
  const byScreen = new Map<string, ScreenReport>();
  for (const report of inOrder) {
    const key = `${report.positionId} ${report.deviceId}`;
    const before = byScreen.get(key);
    const clockAheadMs = report.clockAheadMs ?? before?.clockAheadMs ?? null;
    byScreen.set(key, { ...report, clockAheadMs, missingFiles: report.missingFiles ?? before?.missingFiles ?? null });
  }
  return byScreen.values();
}
