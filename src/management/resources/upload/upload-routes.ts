import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProblemCode } from '../../../contract/common/problems.ts';
import { maxAttachmentBytes } from '../../../core/vocabulary/limits/attachment-limits.ts';
import { maxResumableBytes } from '../../../core/vocabulary/limits/upload-limits.ts';
import { FileStoreAway } from '../../../platform/files/file-store.ts';
import type { Upload } from '../../../platform/files/upload/upload.ts';
import { UploadRefused } from '../../../platform/files/upload/upload-refused.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { Problem, type ProblemOptions } from '../../api/problem/problem.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { readBytes, readChecksum, readFileName, tusHeaders, tusVersion } from './tus-headers.ts';

const refusals: Readonly<Record<UploadRefused['reason'], readonly [ProblemCode, ProblemOptions?]>> = {
  too_many: ['too_many_uploads'],
  full: ['store_unavailable', { detail: detailMessage('uploadsFull') }],
  moved: ['upload_moved'],
  too_long: ['invalid_request', { detail: detailMessage('partTooLong') }],
  checksum: ['checksum_mismatch'],
  gone: ['not_found', { detail: detailMessage('uploadNotFound') }],
};

const partType = 'application/offset+octet-stream';
/** An upload becomes a creative or the feed of a catalog. */
const writeScopes = ['creatives:write', 'products:write'] as const;
/** Everyone who may read an object may attach an upload to a comment on it. */
const scope = [...writeScopes, 'campaigns:read', 'bookings:read', 'creatives:read'] as const;
/** Routes of the tus protocol are not part of our contract: their calls are headers and bytes. */
const schema = { hide: true, querystring: z.strictObject({}) };
/** A part is streamed to the handler. */
const schemaOfPart = { ...schema, body: z.unknown() };

/**
 * Registers `/uploads`: resumable uploads by the protocol tus 1.0.0 with its extensions creation, creation-with-upload,
 * checksum, expiration and termination. A creative, import or comment then names the upload. Source:
 * https://tus.io/protocols/resumable-upload; docs/decisions/0061-resumable-uploads.md.
 */
export function registerUploadRoutes(api: FastifyInstance, services: ManagementServices): void {
  api.register(async (app) => {
    app.addContentTypeParser(partType, (_request, payload, done) => done(null, payload));
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'Tus-Resumable': tusVersion, 'Cache-Control': 'no-store' });
      const asked = request.headers['tus-resumable'];
      if (request.method === 'OPTIONS' || asked === undefined || asked === tusVersion) return;
      throw new Problem('unsupported_upload_protocol', { headers: { 'Tus-Version': tusVersion } });
    });
    registerBegin(app, services);
    registerGoOn(app, services);
    app.head('/uploads/:id', { config: { scope }, schema }, async (request, reply) => {
      const upload = await requireUpload(request, services);
      return reply.headers({ ...progressOf(upload), 'Upload-Length': upload.bytes }).send();
    });
    app.delete('/uploads/:id', { config: { scope }, schema }, async (request, reply) => {
      await services.uploads.remove(await requireUpload(request, services));
      return reply.status(204).send();
    });
    for (const url of ['/uploads', '/uploads/:id']) {
      app.options(url, { config: { scope: null }, schema }, async (_request, reply) =>
        reply.status(204).headers(tusHeaders).send(),
      );
    }
  });
}

function registerBegin(app: FastifyInstance, { uploads }: ManagementServices): void {
  app.post('/uploads', { config: { scope }, schema: schemaOfPart }, async (request, reply) => {
    const bytes = readBytes(request, 'upload-length');
    const { actor: owner, scopes } = callerOf(request);
    // Other callers can only comment. A larger upload would reduce the capacity of all callers without a use.
    const limit = writeScopes.some((one) => scopes.has(one)) ? maxResumableBytes : maxAttachmentBytes;
    if (bytes > limit) {
      throw new DomainError('body_too_large', { detail: detailMessage('uploadTooLong', { bytes: limit }) });
    }
    const begun = await uploadProblem(() => uploads.begin({ owner, bytes, fileName: readFileName(request) }));
    const content = partOf(request);
    const upload = content === null ? begun : await append(request, { uploads, upload: begun, content, offset: 0 });
    return reply
      .status(201)
      .headers({ ...progressOf(upload), Location: `/api/v1/uploads/${upload.id}` })
      .send({ uploadId: upload.id, bytes: upload.bytes, receivedBytes: upload.receivedBytes });
  });
}

function registerGoOn(app: FastifyInstance, services: ManagementServices): void {
  const { uploads } = services;
  app.patch('/uploads/:id', { config: { scope }, schema: schemaOfPart }, async (request, reply) => {
    const upload = await requireUpload(request, services);
    const content = partOf(request);
    if (content === null)
      throw new DomainError('unsupported_media_type', { detail: detailMessage('sendType', { type: partType }) });
    const offset = readBytes(request, 'upload-offset');
    const after = await append(request, { uploads, upload, content, offset });
    return reply.status(204).headers(progressOf(after)).send();
  });
}

type Part = {
  readonly uploads: ManagementServices['uploads'];
  readonly upload: Upload;
  readonly content: Readable;
  readonly offset: number;
};

async function append(request: FastifyRequest, { uploads, upload, content, offset }: Part): Promise<Upload> {
  const checksum = readChecksum(request);
  return uploadProblem(() => uploads.append(upload, { offset, content, checksum }), content);
}

/** Returns the body. null if its type is not that of a part. */
function partOf(request: FastifyRequest): Readable | null {
  return request.headers['content-type'] === partType ? (request.body as Readable) : null;
}

/** Uploads of other callers return the same response as missing ones. */
async function requireUpload(request: FastifyRequest, { uploads }: ManagementServices): Promise<Upload> {
  const { id } = request.params as { readonly id: string };
  const upload = await uploads.find(id, callerOf(request).actor);
  if (upload === null) throw new DomainError('not_found', { detail: detailMessage('uploadNotFound') });
  return upload;
}

function progressOf(upload: Upload): Parameters<FastifyReply['headers']>[0] {
  return {
    'Upload-Offset': upload.receivedBytes,
    'Upload-Expires': new Date(upload.expiresAtMs).toUTCString(),
  };
}

/**
 * Runs the work and converts upload errors to problems, as well as a disconnect of the client while `content` was read.
 */
async function uploadProblem<Result>(work: () => Promise<Result>, content?: Readable): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UploadRefused) {
      const [code, options] = refusals[error.reason];
      throw new DomainError(code, { ...options, cause: error });
    }
    if (content?.destroyed === true && !content.readableEnded && !(error instanceof FileStoreAway)) {
      throw new DomainError('malformed_request', { detail: detailMessage('connectionClosed'), cause: error });
    }
    throw error;
  }
}
