import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fieldMessage } from '../../contract/common/field-message.ts';
import {
  type ConfigurationFileBody,
  type ConfigurationOriginalsBody,
  configurationFileBody,
  configurationOriginalsBody,
  configurationOriginalsView,
  fileSetQuery,
  fileSetView,
  type MissingFilesBody,
  missingFilesBody,
  missingFilesView,
  storedFileView,
} from '../../contract/configuration/configuration-calls.ts';
import { readFilePath } from '../../platform/files/file-path.ts';
import { typeOfName } from '../../platform/files/type-of-name.ts';
import { limitConcurrency } from '../../platform/process/limit-concurrency.ts';
import { answerOnce, type Call } from '../api/call/answer-once.ts';
import { callerOf, recordCallOf } from '../api/call/authenticate-call.ts';
import type { ManagementServices } from '../api/management-services.ts';
import { operationSchema } from '../api/resource/operation-schema.ts';
import { detailMessage } from '../records/detail-message.ts';
import { DomainError, invalidField } from '../records/domain-error.ts';
import { requireScope } from '../records/require-scope.ts';
import { requireCompleteUpload } from '../resources/upload/complete-upload.ts';
import { belongsAt, listFileSet } from './apply/creative-sets.ts';
import { hashOfFile } from './apply/raw-files.ts';

const tag = 'Configuration';
const read = 'configuration:read';
const write = 'configuration:write';

/** Registers `/configuration/files`: the stored files of creatives. */
export function registerConfigurationFiles(app: FastifyInstance, services: ManagementServices): void {
  const { fileStore } = services;
  app.get('/configuration/file-set', {
    config: { scope: read },
    schema: operationSchema({
      tag,
      operationId: 'getConfigurationFileSet',
      summary: 'List the files that belong to an asset',
      scope: read,
      querystring: fileSetQuery,
      answers: 'reading',
      view: fileSetView,
    }),
    async handler(request) {
      const { path } = request.query as z.output<typeof fileSetQuery>;
      const files = await listFileSet(fileStore, path);
      if (files === null) throw missingFile(path);
      const folder = path.split('/').slice(0, 2).join('/');
      return { paths: files.map(({ name }) => `${folder}/${name}`) };
    },
  });
  app.get('/configuration/file', {
    config: { scope: read },
    schema: operationSchema({
      tag,
      operationId: 'getConfigurationFile',
      summary: 'Retrieve a stored file of a creative',
      scope: read,
      querystring: fileSetQuery,
      answers: 'file',
      view: z.string(),
      files: ['application/octet-stream'],
    }),
    async handler(request, reply) {
      const { path } = request.query as z.output<typeof fileSetQuery>;
      const address = readFilePath(path);
      const isCreative = address?.area === 'media' || address?.area === 'html5';
      const stream = isCreative ? await fileStore.read(path) : null;
      if (address === null || stream === null) throw missingFile(path);
      return reply.type('application/octet-stream').header('Placard-Media-Type', typeOfName(address.name)).send(stream);
    },
  });
  app.post('/configuration/missing-files', {
    config: { scope: read },
    bodyLimit: maxPathsBytes,
    schema: operationSchema({
      tag,
      operationId: 'findMissingConfigurationFiles',
      summary: 'Find the assets that are not in the file store',
      scope: read,
      body: missingFilesBody,
      answers: 'computed',
      view: missingFilesView,
    }),
    async handler(request) {
      const { paths } = request.body as MissingFilesBody;
      const inQueue = limitConcurrency(statsAtOnce);
      const found = await Promise.all(
        paths.map((path) => inQueue(async () => readFilePath(path) !== null && (await fileStore.stat(path)) !== null)),
      );
      return { missing: paths.filter((_path, index) => found[index] !== true) };
    },
  });
  registerStore(app, services);
  registerOriginals(app, services);
}

function registerOriginals(app: FastifyInstance, services: ManagementServices): void {
  app.post('/configuration/originals', {
    config: { scope: write },
    schema: operationSchema({
      tag,
      operationId: 'keepConfigurationOriginals',
      summary: 'Keep original files of creatives for an apply',
      description:
        'The number of unused uploads is limited. Uploads of this call do not count, and are kept for one hour, in which the document must be applied.',
      scope: write,
      body: configurationOriginalsBody,
      answers: 'applied',
      view: configurationOriginalsView,
    }),
    handler(request, reply) {
      const { uploadIds } = request.body as ConfigurationOriginalsBody;
      return answerOnce({ services, request, reply }, async () => {
        for (const [index, uploadId] of uploadIds.entries()) {
          const asked = { uploadId, pointer: `/uploadIds/${index}` };
          await services.uploads.markUsed(await requireCompleteUpload(request, services, asked));
        }
        return { status: 200, headers: {}, body: JSON.stringify({ kept: uploadIds.length }) };
      });
    },
  });
}

/** Bytes of a request with the most paths. */
const maxPathsBytes = 10 * 1024 * 1024;
/** Concurrent queries of the file store. */
const statsAtOnce = 16;

function registerStore(app: FastifyInstance, services: ManagementServices): void {
  app.post('/configuration/files', {
    config: { scope: write },
    schema: operationSchema({
      tag,
      operationId: 'storeConfigurationFile',
      summary: 'Store a file of a creative before a document is applied',
      description:
        'The hash in the path must be that of the file, or of the list that contains the file. A file that no creative uses is removed after some days. Requires the scope `creatives:write`.',
      scope: write,
      body: configurationFileBody,
      answers: 'applied',
      view: storedFileView,
    }),
    async handler(request, reply) {
      const call = { services, request, reply };
      const body = request.body as ConfigurationFileBody;
      requireScope(recordCallOf(call), 'creatives:write');
      const sent = await answerOnce(call, async () => {
        const stored = await storeFile(call, body);
        return { status: 200, headers: {}, body: JSON.stringify(stored) };
      });
      // The upload stays until the answer is stored, so that the call can be repeated.
      const upload = await services.uploads.find(body.uploadId, callerOf(request).actor);
      if (upload !== null) await services.uploads.remove(upload);
      return sent;
    },
  });
}

async function storeFile({ services, request }: Call, { path, uploadId }: ConfigurationFileBody) {
  const { fileStore, uploads } = services;
  const address = readFilePath(path);
  if (address === null) throw invalidField('/path', 'invalid_value', fieldMessage('wrongFileHash'));
  const upload = await requireCompleteUpload(request, services, { uploadId });
  const content = uploads.contentPath(upload);
  const file = { sha256: await hashOfFile(content), bytes: upload.bytes, read: () => readFile(content) };
  if (!(await belongsAt(fileStore, address, file))) {
    throw invalidField('/path', 'wrong_file', fieldMessage('wrongFileHash'));
  }
  const { area, sha256: under, name } = address;
  const { created } = await fileStore.store(createReadStream(content), name, { area, under });
  return { path, created };
}

function missingFile(path: string): DomainError {
  return new DomainError('not_found', { detail: detailMessage('storedFileNotFound', { path }) });
}
