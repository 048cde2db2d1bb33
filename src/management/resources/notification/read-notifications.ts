import { type Kysely, sql } from 'kysely';
import { type NotificationView, notificationView } from '../../../contract/collaboration/notification.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readActorNames } from '../../access/actor-names.ts';
import type { Caller } from '../../access/caller.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { commentExcerpt } from '../comment/attachment/comment-excerpt.ts';

/** Characters of a comment that a notification contains. */
const excerptLength = 200;

type ReadOptions = {
  readonly onlyUnread: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Only this notification, also if the user gets it by e-mail only. */
  readonly id?: number;
};

type Found = Omit<NotificationView, 'createdAt' | 'readAt' | 'actorName'> & {
  readonly actor: string | null;
  readonly createdAt: Date;
  readonly readAt: Date | null;
};

/** Returns the notifications of a user, unread first. Omits those whose object it may no longer read. */
export async function readNotifications(
  database: Kysely<Database>,
  caller: Caller,
  { onlyUnread, limit, offset, id }: ReadOptions,
): Promise<readonly NotificationView[]> {
  const { rows } = await sql<Found>`
    select notification.id, notification.kind, notification.object_kind, notification.object_id,
      coalesce(campaign.name, booking.name, creative.name) as object_name, notification.comment_id,
      ${commentExcerpt('object_comment', excerptLength)} as excerpt, notification.actor, notification.created_at,
      notification.read_at
    ${visibleNotifications(caller)}
      and (${!onlyUnread} or notification.read_at is null) and ${id === undefined ? sql`notification.in_app` : sql`notification.id = ${id}::bigint`}
    order by (notification.read_at is not null), notification.id desc
    limit ${limit} offset ${offset}
  `.execute(database);
  const names = await readActorNames(
    database,
    rows.flatMap(({ actor }) => actor ?? []),
  );
  return rows.map(({ actor, createdAt, readAt, ...row }) =>
    notificationView.parse({
      ...row,
      actorName: actor === null ? null : (names.get(actor) ?? null),
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    }),
  );
}

/** Returns the number of notifications of a user that `readNotifications` finds. */
export async function countNotifications(
  database: Kysely<Database>,
  caller: Caller,
  { onlyUnread }: Pick<ReadOptions, 'onlyUnread'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::bigint as total ${visibleNotifications(caller)}
      and notification.in_app and (${!onlyUnread} or notification.read_at is null)
  `.execute(database);
  return rows[0]?.total ?? 0;
}

/** A service account has no notifications. */
function visibleNotifications({ kind, id, reach }: Caller) {
  return sql`
    from notification
    left join object_comment on object_comment.id = notification.comment_id
    left join campaign on notification.object_kind = 'campaigns' and campaign.id = notification.object_id
      and ${visibleRows('campaign', reach)}
    left join booking on notification.object_kind = 'bookings' and booking.id = notification.object_id
      and ${visibleRows('booking', reach)}
    left join creative on notification.object_kind = 'creatives' and creative.id = notification.object_id
      and ${visibleRows('creative', reach)}
    where notification.user_id = ${kind === 'user' ? id : 0}
      and coalesce(campaign.id, booking.id, creative.id) is not null and object_comment.deleted_at is null
  `;
}
