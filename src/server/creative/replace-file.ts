import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { creativeView } from '../../contract/creative.ts';
import type { Call } from '../http/answer-once.ts';
import { archivedProblem, changeObject } from '../http/change-resource.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { idOfPath, idParams } from '../http/register-resource.ts';
import { requireObject } from '../http/require-object.ts';
import { withStoredFile } from './create-creative.ts';
import type { CreativeResource } from './creative-resource.ts';
import { prepareFile, type Workshops } from './prepare-file.ts';
import { readFileAlone, type UploadedFile } from './read-upload.ts';
import { showInstead, versionToChange } from './shown-version.ts';

/** `POST /creatives/{id}/file`: a new file for a creative, which is a change of what it shows like any other. */
export function registerReplaceFile(
  app: FastifyInstance,
  services: ManagementServices,
  { resource, workshops }: { readonly resource: CreativeResource; readonly workshops: Workshops },
): void {
  app.post('/creatives/:id/file', {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'replaceCreativeFile',
      summary: 'Give a creative another file',
      description:
        'As multipart/form-data with the part `file`. For somebody whose changes are reviewed it is part of ' +
        '`pendingVersion`, while the approved file goes on being shown.',
      scope: resource.writeScope,
      params: idParams(resource.one),
      body: z.strictObject({}).optional(),
      consumes: ['multipart/form-data'],
      answers: 'acted',
      view: creativeView,
    }),
    async handler(request, reply) {
      const call = { services, request, reply };
      const id = idOfPath(request.params);
      const creative = await requireObject(call, { table: 'creative', id, what: resource.one });
      if (!request.isMultipart()) {
        throw new Problem('unsupported_media_type', { detail: 'The file is sent as multipart/form-data' });
      }
      const file = await readFileAlone(request);
      if (!isOfFile(creative.kind)) {
        throw invalidField('/file', 'unexpected_file', `is not for kind ${creative.kind}`);
      }
      const { formatId, kind, clickUrl } = creative;
      return replaceFile(call, resource, { id, of: { kind, formatId, clickUrl }, file, workshops });
    },
  });
}

type FileKind = 'image' | 'html5';

function isOfFile(kind: string): kind is FileKind {
  return kind === 'image' || kind === 'html5';
}

type NewFile = {
  readonly id: number;
  readonly of: { readonly kind: FileKind; readonly formatId: number; readonly clickUrl: string | null };
  readonly file: UploadedFile;
  readonly workshops: Workshops;
};

async function replaceFile(call: Call, resource: CreativeResource, { id, of, file, workshops }: NewFile) {
  const { services } = call;
  const prepared = await prepareFile({ database: services.database, workshops }, of, file);
  const { asset } = prepared;
  return withStoredFile(services, prepared, (keep) =>
    changeObject(call, resource, {
      id,
      action: 'update',
      ifMatch: 'optional',
      answer: { fingerprint: { file: asset.sha256, path: asset.path } },
      async change(write) {
        const { current } = write;
        if (current.archivedAt !== null) throw archivedProblem(resource, id);
        const base = await versionToChange(current, write);
        const next = { ...base, width: asset.width, height: asset.height, assets: [asset] };
        return { columns: await showInstead(current, next, write), after: () => keep(write.transaction) };
      },
    }),
  );
}
