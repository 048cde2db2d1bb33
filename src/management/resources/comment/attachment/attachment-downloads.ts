/*
 * Files attached to comments.
 *
 * - `prepare-attachments.ts`: from uploads to files of the store. `attachment-name.ts`, `attachment-type.ts`: safe names
 *   and types.
 * - `attachment-rows.ts`: the rows. `attachment-use.ts`: which files are in use, for the sweep.
 * - `attachment-downloads.ts`: the routes. `comment-excerpt.ts`: the text of a comment in lists.
 *
 * See docs/decisions/0193-comment-attachments.md.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CommentAttachmentPath, commentAttachmentPath } from '../../../../contract/collaboration/comment.ts';
import { callerOf } from '../../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';
import { detailMessage } from '../../../records/detail-message.ts';
import { DomainError } from '../../../records/domain-error.ts';
import { mayRead } from '../commented-object.ts';
import { downloadDisposition } from './attachment-name.ts';
import type { StoredAttachment } from './attachment-rows.ts';
import { attachmentArea } from './attachment-use.ts';
import { storedNames } from './prepare-attachments.ts';

const tag = 'Collaboration';
/** The required scope depends on the kind of the object. */
const scope = null;
const path = '/comments/:id/attachments/:attachmentId';
const thumbnailType = 'image/webp';
/** Even if a browser renders the file despite the other headers, it runs no script, loads nothing and has no origin. */
const contentPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Registers the downloads of attachments, for every caller who may read the commented object. */
export function registerAttachmentDownloads(app: FastifyInstance, services: ManagementServices): void {
  app.get(path, {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'downloadCommentAttachment',
      summary: 'Download an attachment of a comment',
      description:
        'Always a download (`Content-Disposition: attachment`). The type is that of the attachment. Requires the scope to read the object.',
      scope,
      params: commentAttachmentPath,
      answers: 'file',
      view: z.string(),
      files: ['application/octet-stream'],
    }),
    async handler(request, reply) {
      const attachment = await requireAttachment(request, services);
      reply.header('Content-Length', attachment.bytes).type(attachment.mime);
      return send(reply, services, { attachment, stored: storedNames.file, name: attachment.name });
    },
  });
  app.get(`${path}/thumbnail`, {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'getCommentAttachmentThumbnail',
      summary: 'Retrieve the thumbnail of an attached image',
      description:
        'A WebP image. Returns 404 for an attachment without a thumbnail. Requires the scope to read the object.',
      scope,
      params: commentAttachmentPath,
      answers: 'file',
      view: z.string(),
      files: [thumbnailType],
    }),
    async handler(request, reply) {
      const attachment = await requireAttachment(request, services);
      if (attachment.thumbnailWidth === null) throw missingFile();
      reply.type(thumbnailType);
      return send(reply, services, { attachment, stored: storedNames.thumbnail, name: storedNames.thumbnail });
    },
  });
}

/** Throws the same 404 for an attachment that is missing, that was deleted, and that the caller may not read. */
async function requireAttachment(request: FastifyRequest, { database }: ManagementServices): Promise<StoredAttachment> {
  const { id, attachmentId } = request.params as CommentAttachmentPath;
  const found = await database
    .selectFrom('commentAttachment')
    .innerJoin('objectComment', 'objectComment.id', 'commentAttachment.commentId')
    .selectAll('commentAttachment')
    .select(['objectComment.kind', 'objectComment.objectId'])
    .where('commentAttachment.id', '=', attachmentId)
    .where('commentAttachment.commentId', '=', id)
    .where('objectComment.deletedAt', 'is', null)
    .executeTakeFirst();
  if (found === undefined || !(await mayRead(database, callerOf(request), found))) throw missingFile();
  return found;
}

type Sent = {
  readonly attachment: StoredAttachment;
  /** Name in the store. */
  readonly stored: string;
  /** Name for the client. */
  readonly name: string;
};

async function send(
  reply: FastifyReply,
  { fileStore, log }: ManagementServices,
  { attachment, stored, name }: Sent,
): Promise<FastifyReply> {
  const content = await fileStore.read(`${attachmentArea}/${attachment.sha256}/${stored}`);
  if (content === null) {
    log.error({ attachment: attachment.id }, 'Comment attachment: the file is missing in the file store');
    throw missingFile();
  }
  return reply
    .headers({
      'Content-Disposition': downloadDisposition(name),
      'Content-Security-Policy': contentPolicy,
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    })
    .send(content);
}

function missingFile(): DomainError {
  return new DomainError('not_found', { detail: detailMessage('fileNotFound') });
}
