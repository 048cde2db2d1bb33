import type { FastifyInstance } from 'fastify';
import {
  type ActivityQuery,
  activityChangeView,
  activityQuery,
  activityView,
} from '../../../contract/collaboration/activity.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { readActivity, readActivityChange } from './read-activity.ts';

const tag = 'Collaboration';

/**
 * Registers `/activity`: the audit entries about objects that the caller may read. Source:
 * docs/decisions/0190-activity.md.
 */
export function registerActivityRoutes(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/activity', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'listActivity',
      summary: 'List changes of objects and comments, newest first',
      description:
        "Contains the kinds for which the caller has the read scope, and of these the objects that it may currently read. For a user with mappings, entries from before the last change of an object's advertiser or brand are omitted.",
      scope: null,
      querystring: activityQuery,
      answers: 'reading',
      view: activityView,
    }),
    handler: (request) => readActivity(database, callerOf(request), request.query as ActivityQuery),
  });
  app.get('/activity/:id', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'getActivityChange',
      summary: 'Retrieve an activity entry with the changed values',
      scope: null,
      params: idParams('activity entry'),
      answers: 'reading',
      view: activityChangeView,
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      const change = await readActivityChange(database, callerOf(request), id);
      if (change !== null) return change;
      const object = { message: 'labels.otherKind.activity' } as const;
      throw new DomainError('not_found', { detail: detailMessage('notFound', { object, id }) });
    },
  });
}
