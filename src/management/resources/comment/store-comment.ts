import { type Kysely, type Selectable, sql } from 'kysely';
import {
  type CommentBody,
  type CommentPatch,
  type CommentView,
  commentView,
} from '../../../contract/collaboration/comment.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { appendNotifications, creatorsOf } from '../../../platform/notifications/append-notifications.ts';
import { readActorNames } from '../../access/actor-names.ts';
import { callerOfActor } from '../../access/caller-of-actor.ts';
import type { TransactionChange } from '../../records/change.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField } from '../../records/domain-error.ts';
import { requireReference } from '../../records/references.ts';
import {
  addAttachments,
  lockAttachments,
  presentAttachment,
  readAttachments,
  removeAttachments,
} from './attachment/attachment-rows.ts';
import type { PreparedAttachment } from './attachment/prepare-attachments.ts';
import { type CommentedObject, commentedTables, mayRead, requireReadScope } from './commented-object.ts';
import { requireMentionable } from './mentionable-users.ts';

export type StoredComment = Selectable<Database['objectComment']>;

/** Kind of comments in the audit log. */
const auditedKind = 'comments';

/** Throws 403 without the scope of the kind, and 400 if the caller cannot comment on the object. */
export async function requireCommentable(
  { transaction, caller }: Pick<TransactionChange, 'transaction' | 'caller'>,
  { kind, objectId }: CommentedObject,
): Promise<void> {
  requireReadScope(caller, kind);
  const table = commentedTables[kind];
  await requireReference({ transaction, caller }, { table, id: objectId, pointer: '/objectId', noun: kind });
}

/** Stores a comment with its attachments, and notifies the mentioned users and the creator of the object. */
export async function createComment(
  change: TransactionChange,
  body: CommentBody,
  attachments: readonly PreparedAttachment[],
): Promise<CommentView> {
  const { transaction, caller } = change;
  const { kind, objectId, mentionIds } = body;
  await requireCommentable(change, body);
  await requireMentionable(transaction, body, mentionIds);
  const row = await transaction
    .insertInto('objectComment')
    .values({ kind, objectId, author: caller.actor, text: body.text, mentionIds: [...mentionIds] })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addAttachments(transaction, row.id, attachments);
  await notify(change, row, { mentioned: mentionIds, isNew: true });
  return audited(change, 'create', null, await presentComment(transaction, row, caller));
}

/** Changes or restores a comment, or deletes attachments. Notifies users who were not mentioned before. */
export async function changeComment(change: TransactionChange, id: number, patch: CommentPatch): Promise<CommentView> {
  const { transaction } = change;
  const current = await lockOwn(change, id);
  const mentionIds = patch.mentionIds ?? current.mentionIds;
  const added = mentionIds.filter((one) => !current.mentionIds.includes(one));
  await requireMentionable(transaction, current, added);
  const text = patch.text ?? current.text;
  const deletedAt = patch.deleted === false ? null : current.deletedAt;
  if (deletedAt !== current.deletedAt) await lockAttachments(transaction, id);
  const before = await presentComment(transaction, current, change.caller);
  const removed = removedAttachments(before, patch);
  if (text === '' && removed.length === before.attachments.length) {
    throw invalidField('/text', 'too_small', fieldMessage('notEmpty'));
  }
  const isEdited =
    text !== current.text || added.length > 0 || mentionIds.length !== current.mentionIds.length || removed.length > 0;
  if (!isEdited && deletedAt === current.deletedAt) return before;
  await removeAttachments(transaction, removed);
  const row = await transaction
    .updateTable('objectComment')
    .set({ text, mentionIds: [...mentionIds], deletedAt, ...(isEdited && { editedAt: sql<Date>`clock_timestamp()` }) })
    .where('objectComment.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notify(change, row, { mentioned: added, isNew: false });
  return audited(change, 'update', before, await presentComment(transaction, row, change.caller));
}

/** Returns the IDs that the patch does not keep. Throws 400 for an ID of another comment. */
function removedAttachments({ attachments }: CommentView, { attachmentIds }: CommentPatch): readonly number[] {
  const ids = attachments.map(({ id }) => id);
  if (attachmentIds === undefined) return [];
  const unknown = attachmentIds.findIndex((id) => !ids.includes(id));
  if (unknown >= 0) {
    const pointer = `/attachmentIds/${unknown}`;
    throw invalidField(pointer, 'reference_not_found', fieldMessage('attachmentNotFound'));
  }
  return ids.filter((id) => !attachmentIds.includes(id));
}

/**
 * Deletes a comment. Its row remains, so that it can be restored. Its attachments can no longer be downloaded, and are
 * removed by a sweep a day later.
 */
export async function deleteComment(change: TransactionChange, id: number): Promise<CommentView> {
  const { transaction } = change;
  const current = await lockOwn(change, id);
  const before = await presentComment(transaction, current, change.caller);
  if (current.deletedAt !== null) return before;
  const row = await transaction
    .updateTable('objectComment')
    .set({ deletedAt: sql<Date>`clock_timestamp()` })
    .where('objectComment.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return audited(change, 'delete', before, await presentComment(transaction, row, change.caller));
}

/** Returns the views of comments in the same order. */
export async function presentComments(
  database: Kysely<Database>,
  rows: readonly StoredComment[],
  { actor }: { readonly actor: string },
): Promise<readonly CommentView[]> {
  const mentioned = rows.flatMap(({ mentionIds }) => mentionIds.map((id) => `user:${id}`));
  const names = await readActorNames(database, [...rows.map(({ author }) => author), ...mentioned]);
  const attachments = await readAttachments(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    commentView.parse({
      id: row.id,
      kind: row.kind,
      objectId: row.objectId,
      text: row.text,
      mentions: row.mentionIds.flatMap((id) => {
        const name = names.get(`user:${id}`);
        return name === undefined ? [] : [{ id, name }];
      }),
      attachments: (attachments.get(row.id) ?? []).map(presentAttachment),
      author: row.author,
      authorName: names.get(row.author) ?? null,
      createdAt: row.createdAt.toISOString(),
      editedAt: row.editedAt?.toISOString() ?? null,
      deletedAt: row.deletedAt?.toISOString() ?? null,
      editable: row.author === actor,
    }),
  );
}

/** Locks a comment of the caller. Throws 404 if the caller does not see it, and 403 if it is another author's. */
async function lockOwn({ transaction, caller }: TransactionChange, id: number): Promise<StoredComment> {
  const row = await transaction
    .selectFrom('objectComment')
    .selectAll('objectComment')
    .where('objectComment.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || !(await mayRead(transaction, caller, row))) throw missingComment(id);
  if (row.author === caller.actor) return row;
  // A deleted comment of another author no longer exists for the caller.
  if (row.deletedAt !== null) throw missingComment(id);
  throw new DomainError('not_permitted', { detail: detailMessage('commentAuthor') });
}

function missingComment(id: number): DomainError {
  const object = { message: 'labels.otherKind.comments' } as const;
  return new DomainError('not_found', { detail: detailMessage('notFound', { object, id }) });
}

async function notify(
  { transaction, caller }: TransactionChange,
  { id, kind, objectId }: StoredComment,
  { mentioned, isNew }: { readonly mentioned: readonly number[]; readonly isNew: boolean },
): Promise<void> {
  const about = { objectKind: kind, objectId, commentId: id, actor: caller.actor };
  const actors = mentioned.map((user) => `user:${user}`);
  await appendNotifications(transaction, { ...about, kind: 'mention' }, actors);
  if (!isNew) return;
  const creators = (await creatorsOf(transaction, kind, objectId)).filter((creator) => !actors.includes(creator));
  for (const creator of creators) {
    const account = await callerOfActor(transaction, creator);
    if (account === null || !(await mayRead(transaction, account, { kind, objectId }))) continue;
    await appendNotifications(transaction, { ...about, kind: 'comment' }, [creator]);
  }
}

async function presentComment(
  database: Kysely<Database>,
  row: StoredComment,
  caller: { readonly actor: string },
): Promise<CommentView> {
  const [view] = await presentComments(database, [row], caller);
  return commentView.parse(view);
}

/** Writes the audit entry of a change. Comments do not affect delivery, so the revision stays unchanged. */
async function audited(
  { transaction, caller, requestId }: TransactionChange,
  action: 'create' | 'update' | 'delete',
  before: CommentView | null,
  after: CommentView,
): Promise<CommentView> {
  await appendAudit(transaction, {
    actor: caller.actor,
    action,
    kind: auditedKind,
    objectId: after.id,
    before,
    after,
    requestId,
  });
  return after;
}
