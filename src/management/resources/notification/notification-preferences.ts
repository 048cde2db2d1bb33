import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { defaultChannels, type NotificationKind } from '../../../contract/collaboration/notification-kinds.ts';
import {
  type NotificationPreferencesPatch,
  type NotificationPreferencesView,
  notificationPreferencesPatch,
  notificationPreferencesView,
} from '../../../contract/collaboration/notification-preferences.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';

const tag = 'Collaboration';
const path = '/notifications/preferences';
const description = 'Returns 403 (`not_permitted`) for a service account, which has no notifications.';

/** Registers `GET` and `PATCH /notifications/preferences`: the channels of the notifications of the calling user. */
export function registerNotificationPreferences(app: FastifyInstance, { database }: ManagementServices): void {
  app.get(path, {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'getNotificationPreferences',
      summary: 'Retrieve your own notification preferences',
      description,
      scope: null,
      answers: 'reading',
      view: notificationPreferencesView,
    }),
    handler: (request) => readPreferences(database, userOf(request)),
  });
  app.patch(path, {
    config: { scope: null },
    schema: operationSchema({
      tag,
      operationId: 'updateNotificationPreferences',
      summary: 'Update your own notification preferences',
      description: `Applies to notifications from now on. ${description}`,
      scope: null,
      body: notificationPreferencesPatch,
      answers: 'updated',
      view: notificationPreferencesView,
    }),
    async handler(request) {
      const userId = userOf(request);
      await storePreferences(database, userId, request.body as NotificationPreferencesPatch);
      return readPreferences(database, userId);
    },
  });
}

function userOf(request: FastifyRequest): number {
  const { kind, id } = callerOf(request);
  if (kind !== 'user') throw new DomainError('not_permitted', { detail: detailMessage('noPreferences') });
  return id;
}

async function readPreferences(database: Kysely<Database>, userId: number): Promise<NotificationPreferencesView> {
  const rows = await database
    .selectFrom('notificationPreference')
    .selectAll()
    .where('notificationPreference.userId', '=', userId)
    .execute();
  const changed = new Map(rows.map(({ kind, inApp, byEmail }) => [kind, { app: inApp, email: byEmail }]));
  const kinds = Object.keys(notificationPreferencesView.shape) as NotificationKind[];
  return notificationPreferencesView.parse(
    Object.fromEntries(kinds.map((kind) => [kind, changed.get(kind) ?? defaultChannels])),
  );
}

/** One statement per kind, so concurrent changes of different channels are all stored. */
async function storePreferences(
  database: Kysely<Database>,
  userId: number,
  patch: NotificationPreferencesPatch,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const [kind, channels] of Object.entries(patch)) {
      const { app = null, email = null } = channels ?? {};
      await sql`
        insert into notification_preference (user_id, kind, in_app, by_email)
        values (${userId}, ${kind}, coalesce(${app}::boolean, ${defaultChannels.app}), coalesce(${email}::boolean, ${defaultChannels.email}))
        on conflict (user_id, kind) do update set
          in_app = coalesce(${app}::boolean, notification_preference.in_app),
          by_email = coalesce(${email}::boolean, notification_preference.by_email)
      `.execute(transaction);
    }
  });
}
