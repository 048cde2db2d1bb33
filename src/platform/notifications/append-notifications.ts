import { type Kysely, sql, type Transaction } from 'kysely';
import type { CommentedKind } from '../../contract/collaboration/comment.ts';
import { defaultChannels, type NotificationKind } from '../../contract/collaboration/notification-kinds.ts';
import type { Database } from '../db/schema.ts';

export type NewNotification = {
  readonly kind: NotificationKind;
  readonly objectKind: CommentedKind;
  readonly objectId: number;
  readonly commentId?: number;
  /** Author of the cause: `user:3`. null: the system. */
  readonly actor: string | null;
  /** A user gets one notification per key. Omitted: no limit. */
  readonly onceKey?: string;
};

/**
 * Writes a notification for each recipient in the transaction of its cause, with the channels that the recipient has
 * chosen. Recipients that are no active users or have switched off the kind, and the author of the cause, get none.
 * @param recipients in the form of the audit log: `user:3`
 */
export async function appendNotifications(
  transaction: Transaction<Database>,
  { kind, objectKind, objectId, commentId, actor, onceKey }: NewNotification,
  recipients: readonly string[],
): Promise<void> {
  const actors = [...new Set(recipients)].filter((recipient) => recipient !== actor);
  if (actors.length === 0) return;
  await sql`
    insert into notification (
      user_id, kind, object_kind, object_id, comment_id, actor, once_key, in_app, mail_state, mail_due_at
    )
    select user_account.id, ${kind}, ${objectKind}, ${objectId}::bigint, ${commentId ?? null}::bigint,
      ${actor}::text, ${onceKey ?? null}::text, channels.in_app, case when channels.by_email then 'pending' end,
      case when channels.by_email then clock_timestamp() end
    from user_account
    left join notification_preference preference
      on preference.user_id = user_account.id and preference.kind = ${kind}
    cross join lateral (
      select coalesce(preference.in_app, ${defaultChannels.app}::boolean) as in_app,
        coalesce(preference.by_email, ${defaultChannels.email}::boolean) as by_email
    ) channels
    where (channels.in_app or channels.by_email) and 'user:' || user_account.id = any(${actors}::text[]) and user_account.archived_at is null
    on conflict (user_id, once_key) where once_key is not null do nothing
  `.execute(transaction);
}

/** Returns the actor that created an object, according to the audit log. Empty if it is unknown. */
export async function creatorsOf(
  database: Kysely<Database>,
  kind: CommentedKind,
  objectId: number,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('auditEntry')
    .select('auditEntry.actor')
    .where('auditEntry.kind', '=', kind)
    .where('auditEntry.objectId', '=', objectId)
    .where('auditEntry.action', '=', 'create')
    .execute();
  return rows.map(({ actor }) => actor);
}

/** Notifies the submitters that their booking or creative was approved or rejected. Ignores other actions. */
export async function notifyOfDecision(
  transaction: Transaction<Database>,
  {
    action,
    actor,
    ...object
  }: Pick<NewNotification, 'objectKind' | 'objectId' | 'actor'> & { readonly action: string },
  submittedBy: readonly string[],
): Promise<void> {
  if (action !== 'approve' && action !== 'reject') return;
  const kind = action === 'approve' ? 'approved' : 'rejected';
  await appendNotifications(transaction, { ...object, kind, actor }, submittedBy);
}
