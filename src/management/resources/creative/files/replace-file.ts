import type { FastifyInstance } from 'fastify';
import { fieldMessage } from '../../../../contract/common/field-message.ts';
import {
  creativeView,
  isOfTemplate,
  type ReplacementFileBody,
  replacementFileBody,
  replacementFormBody,
} from '../../../../contract/creative/creative.ts';
import type { Call } from '../../../api/call/answer-once.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../../api/resource/register-resource.ts';
import { requireObject } from '../../../api/resource/require-object.ts';
import { invalidField } from '../../../records/domain-error.ts';
import { parseBody } from '../../../records/field-errors.ts';
import type { CreativeResource } from '../creative-resource.ts';
import type { ShownVersion } from '../shown.ts';
import { nothingForPlayers } from '../video-columns.ts';
import { changeFile, type ReceivedFile } from './change-file.ts';
import { changeImages } from './change-images.ts';
import type { Workshops } from './prepare-file.ts';
import type { PreparedFile } from './prepared-file.ts';
import { readResumable } from './read-resumable.ts';
import { readReplacement } from './read-upload.ts';
import { mediaOfVideo } from './video-of-creative.ts';

/** Registers `POST /creatives/{id}/file`: replaces the file of a creative, which is a regular content change. */
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
      summary: 'Replace the file of a creative',
      description:
        'Kinds image, html5, video and audio: as multipart/form-data with the part `file`, or as JSON with the `uploadId` of a resumable upload. An image can have a `focalPoint` in the JSON, or as a part with JSON. A new video or audio file replaces all renditions. Kinds native and advar: as multipart/form-data with parts `file.<field>`; images of other fields stay unchanged. If changes of the caller are reviewed, the file becomes part of `pendingVersion`, and the approved file continues to deliver.',
      scope: resource.writeScope,
      params: idParams(resource.one),
      body: replacementFileBody.optional(),
      consumes: ['application/json', 'multipart/form-data'],
      answers: 'acted',
      view: creativeView,
    }),
    async handler(request, reply) {
      const call = { services, request, reply };
      const id = idOfPath(request.params);
      const { kind, formatId } = await requireObject(call, { table: 'creative', id, noun: resource.kind });
      if (isOfTemplate(kind)) return changeImages(call, { resource, workshops, id, formatId });
      return changeFile(call, { resource, workshops, read: readNewFile, shownWith });
    },
  });
}

async function readNewFile({ services, request }: Call, kind: string): Promise<ReceivedFile> {
  if (request.isMultipart()) {
    const { file, focalPoint } = await readReplacement(request);
    const { focalPoint: checked } = parseBody(replacementFormBody, { focalPoint });
    requireImage(kind, checked);
    return { file, focalPoint: checked };
  }
  const body = request.body as ReplacementFileBody | undefined;
  if (body === undefined) throw invalidField('/file', 'required', fieldMessage('fileRequiredPlain'));
  requireImage(kind, body.focalPoint);
  return {
    file: await readResumable(request, services, { uploadId: body.uploadId, kind }),
    focalPoint: body.focalPoint,
  };
}

function requireImage(kind: string, focalPoint: ReceivedFile['focalPoint']): void {
  if (kind === 'image' || !focalPoint) return;
  throw invalidField('/focalPoint', 'invalid_value', fieldMessage('onlyKinds', { kinds: 'image' }));
}

/** Returns the content of a creative with another file. */
export function shownWith(base: ShownVersion, { videoFile, assets }: PreparedFile): ShownVersion {
  const [asset] = assets;
  const { width, height } = asset;
  if (videoFile === null) return { ...base, width, height, assets: [...assets] };
  const media = mediaOfVideo({ facts: videoFile, asset }, base.video?.media ?? null);
  return { ...base, width, height, video: { ...(base.video ?? nothingForPlayers), media }, assets: [...assets] };
}
