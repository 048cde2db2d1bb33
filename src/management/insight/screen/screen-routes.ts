import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type PositionScreensView,
  positionScreensView,
  type UnhealthyScreensQuery,
  unhealthyScreensQuery,
  unhealthyScreenView,
} from '../../../contract/inventory/screen-health.ts';
import { maxScreensOfPosition, playClockToleranceMs } from '../../../core/vocabulary/limits/screen-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { readChains } from './read-chains.ts';
import { readUnhealthyScreens } from './read-unhealthy-screens.ts';

/** The plays of a screen reveal bookings of all tenants. Source: docs/decisions/0036-who-sees-what.md. */
const scope = 'decisions:read';

/**
 * Registers `/inventory/position/{id}/screens`: state of the screens of a position, and `/inventory/screens`: screens
 * needing attention. Source: docs/decisions/0116-play-chains.md.
 */
export function registerScreenRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/inventory/position/:id/screens', {
    config: { scope },
    schema: operationSchema({
      tag: 'Inventory',
      operationId: 'getPositionScreens',
      summary: 'List the screens of a position',
      description:
        'For each screen: when it was last seen, its clock, its missing files, and its play chain, with the last record up to which it is complete and every removed, edited or reordered record.',
      scope,
      params: idParams('position'),
      answers: 'reading',
      view: positionScreensView,
    }),
    async handler(request): Promise<PositionScreensView> {
      const id = idOfPath(request.params);
      await requireObject({ services, request }, { table: 'position', id, noun: 'inventory/position' });
      return { positionId: id, screens: [...(await readScreens(services.database, id))] };
    },
  });
  app.get('/inventory/screens', {
    config: { scope },
    schema: operationSchema({
      tag: 'Inventory',
      operationId: 'listUnhealthyScreens',
      summary: 'List screens needing attention, the most severe first',
      description:
        'Screens of all positions with a wrong clock, changed records or missing files, or that were not seen for a day. Screens not seen for two weeks are considered removed.',
      scope,
      querystring: unhealthyScreensQuery,
      answers: 'list',
      view: unhealthyScreenView,
    }),
    async handler(request, reply) {
      const nowMs = (services.nowMs ?? Date.now)();
      const { screens, total } = await readUnhealthyScreens(
        services.database,
        request.query as UnhealthyScreensQuery,
        nowMs,
      );
      reply.header('Record-Count', String(total));
      return screens;
    },
  });
}

type ScreenOfPosition = PositionScreensView['screens'][number];

/** Returns the screens of a position by ID, with their state. Source: docs/decisions/0119-screen-health.md. */
async function readScreens(database: Kysely<Database>, positionId: number): Promise<readonly ScreenOfPosition[]> {
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
