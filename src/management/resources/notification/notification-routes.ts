import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  type NotificationPatch,
  type NotificationsQuery,
  notificationPatch,
  notificationsQuery,
  notificationView,
  type ReadNotificationsBody,
  readNotificationsBody,
  unreadView,
} from '../../../contract/collaboration/notification.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { registerNotificationPreferences } from './notification-preferences.ts';
import { countNotifications, readNotifications } from './read-notifications.ts';

const tag = 'Collaboration';

/**
 * Registers `/notifications`: the notifications of the calling user. A service account has none. Source:
 * docs/decisions/0184-comments-and-notifications.md.
 */
export function registerNotificationRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerList(app, services);
  registerMarks(app, services);
  registerNotificationPreferences(app, services);
}

function registerList(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/notifications', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'listNotifications',
      summary: 'List your own notifications, unread first',
      description: 'Omits notifications about objects that the user may no longer read.',
      scope: null,
      querystring: notificationsQuery,
      answers: 'list',
      view: notificationView,
    }),
    async handler(request, reply) {
      const { limit, offset = 0, unread } = request.query as NotificationsQuery;
      const caller = callerOf(request);
      const onlyUnread = unread === 'true';
      const [total, rows] = await Promise.all([
        countNotifications(database, caller, { onlyUnread }),
        readNotifications(database, caller, { onlyUnread, limit, offset }),
      ]);
      reply.header('Record-Count', String(total));
      return rows;
    },
  });
}

function registerMarks(app: FastifyInstance, { database }: ManagementServices): void {
  app.post('/notifications/actions/read', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'readNotifications',
      summary: 'Mark all your notifications as read',
      description: 'Returns the number of notifications that are still unread.',
      scope: null,
      body: readNotificationsBody,
      answers: 'posted',
      view: unreadView,
    }),
    async handler(request, reply) {
      const caller = callerOf(request);
      const { newestId } = request.body as ReadNotificationsBody;
      await database
        .updateTable('notification')
        .set({ readAt: sql<Date>`clock_timestamp()` })
        .where('notification.userId', '=', caller.kind === 'user' ? caller.id : 0)
        .where('notification.id', '<=', newestId)
        .where('notification.readAt', 'is', null)
        .execute();
      reply.code(201);
      return { unread: await countNotifications(database, caller, { onlyUnread: true }) };
    },
  });
  app.patch('/notifications/:id', {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'updateNotification',
      summary: 'Mark a notification as read or unread',
      scope: null,
      params: idParams('notification'),
      body: notificationPatch,
      answers: 'updated',
      view: notificationView,
    }),
    async handler(request) {
      const caller = callerOf(request);
      const id = idOfPath(request.params);
      const { read } = request.body as NotificationPatch;
      const isChanged = read !== undefined;
      await database
        .updateTable('notification')
        .set({ readAt: read ? sql<Date>`coalesce(read_at, clock_timestamp())` : null })
        .where('notification.userId', '=', caller.kind === 'user' ? caller.id : 0)
        .where('notification.id', '=', id)
        .$if(!isChanged, (query) => query.where(sql<boolean>`false`))
        .execute();
      const [view] = await readNotifications(database, caller, { onlyUnread: false, limit: 1, offset: 0, id });
      if (view === undefined) {
        const object = { message: 'labels.otherKind.notifications' } as const;
        throw new DomainError('not_found', { detail: detailMessage('notFound', { object, id }) });
      }
      return view;
    },
  });
}
