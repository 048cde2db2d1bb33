import type { FastifyInstance } from 'fastify';
import {
  type CommentBody,
  type CommentPatch,
  type CommentsQuery,
  commentBody,
  commentPatch,
  commentsQuery,
  commentView,
  type MentionableUsersQuery,
  mentionableUsersQuery,
  mentionableUserView,
} from '../../../contract/collaboration/comment.ts';
import { createImageWorkshop } from '../../../platform/media/image-workshop.ts';
import { answerOnce } from '../../api/call/answer-once.ts';
import { callerOf, recordCallOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { inTransaction } from '../../records/change.ts';
import { withStoredFiles } from '../creative/files/with-stored-files.ts';
import { markUploadUsed } from '../upload/complete-upload.ts';
import { registerAttachmentDownloads } from './attachment/attachment-downloads.ts';
import { prepareAttachments } from './attachment/prepare-attachments.ts';
import { requireReadable } from './commented-object.ts';
import { findMentionableUsers } from './mentionable-users.ts';
import { changeComment, createComment, deleteComment, presentComments, requireCommentable } from './store-comment.ts';

const tag = 'Collaboration';
/** The required scope depends on the kind of the object, so it is checked after the query or body has been read. */
const scope = null;
const scopeDescription = 'Requires the scope to read the object.';

/**
 * Registers `/comments`: comments on campaigns, bookings and creatives, visible to every caller who may read the
 * object. Source: docs/decisions/0184-comments-and-notifications.md.
 */
export function registerCommentRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerLists(app, services);
  registerCreation(app, services);
  registerChanges(app, services);
  registerAttachmentDownloads(app, services);
}

function registerLists(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/comments', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'listComments',
      summary: 'List the comments on an object, newest first',
      description: scopeDescription,
      scope,
      querystring: commentsQuery,
      answers: 'list',
      view: commentView,
    }),
    async handler(request, reply) {
      const { kind, objectId, limit, offset = 0 } = request.query as CommentsQuery;
      const caller = callerOf(request);
      await requireReadable(database, caller, { kind, objectId });
      const ofObject = database
        .selectFrom('objectComment')
        .where('objectComment.kind', '=', kind)
        .where('objectComment.objectId', '=', objectId)
        .where('objectComment.deletedAt', 'is', null);
      const [{ total }, rows] = await Promise.all([
        ofObject.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        ofObject.selectAll('objectComment').orderBy('objectComment.id', 'desc').limit(limit).offset(offset).execute(),
      ]);
      reply.header('Record-Count', String(total));
      return presentComments(database, rows, caller);
    },
  });
  app.get('/comments/mentionable-users', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'listMentionableUsers',
      summary: 'List users who can be mentioned in a comment on an object',
      description: `Returns the first users, by name, who may read the object. ${scopeDescription}`,
      scope,
      querystring: mentionableUsersQuery,
      answers: 'list',
      view: mentionableUserView,
    }),
    async handler(request, reply) {
      const { kind, objectId, search } = request.query as MentionableUsersQuery;
      await requireReadable(database, callerOf(request), { kind, objectId });
      const users = await findMentionableUsers(database, { kind, objectId }, search);
      reply.header('Record-Count', String(users.length));
      return users;
    },
  });
}

function registerCreation(app: FastifyInstance, services: ManagementServices): void {
  const images = createImageWorkshop(services.log);
  app.addHook('onClose', () => images.close());
  app.post('/comments', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'createComment',
      summary: 'Comment on an object',
      description: `Notifies the mentioned users and the user who created the object. Files are uploaded to \`/uploads\` first. ${scopeDescription}`,
      scope,
      body: commentBody,
      answers: 'posted',
      view: commentView,
    }),
    async handler(request, reply) {
      const call = { services, request, reply };
      const body = request.body as CommentBody;
      const caller = callerOf(request);
      // Before files are read. The transaction checks it again.
      if (body.uploadIds.length > 0) {
        await inTransaction(services.database, (transaction) => requireCommentable({ transaction, caller }, body));
      }
      const attachments = await prepareAttachments(request, { services, images }, body.uploadIds);
      const sets = attachments.map(({ set }) => set);
      const answer = await withStoredFiles(services, sets, (keep) =>
        answerOnce(
          call,
          async (transaction) => {
            const view = await createComment({ ...recordCallOf(call), transaction }, body, attachments);
            await keep(transaction);
            return { status: 201, headers: {}, body: JSON.stringify(view) };
          },
          { stillVisible: (database) => requireReadable(database, caller, body) },
        ),
      );
      for (const { upload } of attachments) await markUploadUsed(upload, services);
      return answer;
    },
  });
}

function registerChanges(app: FastifyInstance, services: ManagementServices): void {
  app.patch('/comments/:id', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'updateComment',
      summary: 'Update or restore your own comment',
      description: `Returns 403 (\`not_permitted\`) for a comment of another author. ${scopeDescription}`,
      scope,
      params: idParams('comment'),
      body: commentPatch,
      answers: 'updated',
      view: commentView,
    }),
    handler: (request) =>
      inTransaction(services.database, (transaction) =>
        changeComment(
          { ...recordCallOf({ services, request }), transaction },
          idOfPath(request.params),
          request.body as CommentPatch,
        ),
      ),
  });
  app.delete('/comments/:id', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'deleteComment',
      summary: 'Delete your own comment',
      description: `Returns the deleted comment. Its attachments can no longer be downloaded. \`PATCH\` with \`deleted: false\` restores it, within a day with its attachments. ${scopeDescription}`,
      scope,
      params: idParams('comment'),
      answers: 'updated',
      view: commentView,
    }),
    handler: (request) =>
      inTransaction(services.database, (transaction) =>
        deleteComment({ ...recordCallOf({ services, request }), transaction }, idOfPath(request.params)),
      ),
  });
}
