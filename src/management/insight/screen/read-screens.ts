import type { Kysely } from 'kysely';
import type { PositionScreensView } from '../../../contract/inventory/screen-health.ts';
import { maxScreensOfPosition, playClockToleranceMs } from '../../../core/words/limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readChains } from './read-chains.ts';

type ScreenOfPosition = PositionScreensView['screens'][number];

/** The screens of a position by their ids, with how they are. Source: docs/decisions/0119-screen-health.md. */
export async function readScreens(
  database: Kysely<Database>,
  positionId: number,
): Promise<readonly ScreenOfPosition[]> {
  const chains = await readChains(database, positionId);
  const devices = await database
    .selectFrom('screenDevice')
    .selectAll('screenDevice')
    .where('screenDevice.positionId', '=', positionId)
    .limit(maxScreensOfPosition)
    .execute();
  const deviceById = new Map(devices.map((device) => [device.deviceId, device]));
  return [...new Set([...deviceById.keys(), ...chains.keys()])].sort().map((deviceId) => {
    const { lastSeenAt = null, clockAheadMs = null, missingFiles = null } = deviceById.get(deviceId) ?? {};
    return {
      deviceId,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      clockAheadMs,
      hasWrongClock: Math.abs(clockAheadMs ?? 0) > playClockToleranceMs,
      missingFiles: missingFiles ?? [],
      chains: [...(chains.get(deviceId) ?? [])],
    };
  });
}
