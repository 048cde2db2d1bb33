import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type PositionScreensView,
  positionScreensView,
  type UnhealthyScreensQuery,
  unhealthyScreensQuery,
  unhealthyScreenView,
} from '../../../contract/inventory/screen-health.ts';
import { maxScreensOfPosition, playClockToleranceMs } from '../../../core/vocabulary/limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { readChains } from './read-chains.ts';
import { readUnhealthyScreens } from './read-unhealthy-screens.ts';

/** How much a screen plays tells of the bookings of all. Source: docs/decisions/0036-who-sees-what.md. */
const scope = 'decisions:read';

/** `/inventory/position/{id}/screens`: how the screens of a position are; `/inventory/screens`: those that need somebody. Source: docs/decisions/0116-play-chains.md. */
export function registerScreenRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/inventory/position/:id/screens', {
    config: { scope },
    schema: operationSchema({
      tag: 'Inventory',
      operationId: 'getPositionScreens',
      summary: 'See the screens of a position',
      description:
        'The screens of a position: when each was last seen, its clock, the files that it misses, and the chain of its records: up to which one none is missing, and each that was removed, ' +
        'edited or moved.',
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
      summary: 'List screens that need somebody, the worst first',
      description:
        'Screens of all positions whose clock is wrong, whose records were changed, that miss files or were not seen for a day. Who was not seen for two weeks is taken for gone.',
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

/** The screens of a position by their ids, with how they are. Source: docs/decisions/0119-screen-health.md. */
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
