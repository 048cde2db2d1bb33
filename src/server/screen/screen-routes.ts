import type { FastifyInstance } from 'fastify';
import { type PositionScreensView, positionScreensView } from '../../contract/screen-health.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { idOfPath, idParams } from '../http/register-resource.ts';
import { requireObject } from '../http/require-object.ts';
import { readScreens } from './read-screens.ts';

/** How much a screen plays tells of the bookings of all. Source: docs/decisions/0036-who-sees-what.md. */
const scope = 'decisions:read';

/** `/inventory/position/{id}/screens`: how the screens of a position are. Source: docs/decisions/0116-play-chains.md. */
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
      await requireObject({ services, request }, { table: 'position', id, what: 'position' });
      return { positionId: id, screens: [...(await readScreens(services.database, id))] };
    },
  });
}
