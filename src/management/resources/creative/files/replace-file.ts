import type { FastifyInstance } from 'fastify';
import { creativeView, isOfTemplate, uploadedFileBody } from '../../../../contract/creative/creative.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../../api/resource/register-resource.ts';
import { requireObject } from '../../../api/resource/require-object.ts';
import type { CreativeResource } from '../creative-resource.ts';
import type { ShownVersion } from '../shown.ts';
import { nothingForPlayers } from '../video-columns.ts';
import { changeFile } from './change-file.ts';
import { changeImages } from './change-images.ts';
import type { Workshops } from './prepare-file.ts';
import type { PreparedFile } from './prepared-file.ts';
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
        'Kinds image, html5, video and audio: as multipart/form-data with the part `file`, or as JSON with the `uploadId` of a resumable upload. A new video or audio file replaces all renditions. Kinds native and advar: as multipart/form-data with parts `file.<field>`; images of other fields stay unchanged. If changes of the caller are reviewed, the file becomes part of `pendingVersion`, and the approved file continues to deliver.',
      scope: resource.writeScope,
      params: idParams(resource.one),
      body: uploadedFileBody.optional(),
      consumes: ['application/json', 'multipart/form-data'],
      answers: 'acted',
      view: creativeView,
    }),
    async handler(request, reply) {
      const call = { services, request, reply };
      const id = idOfPath(request.params);
      const { kind, formatId } = await requireObject(call, { table: 'creative', id, noun: resource.kind });
      if (isOfTemplate(kind)) return changeImages(call, { resource, workshops, id, formatId });
      return changeFile(call, { resource, workshops, shownWith });
    },
  });
}

function shownWith(base: ShownVersion, { videoFile, assets }: PreparedFile): ShownVersion {
  const [asset] = assets;
  const { width, height } = asset;
  if (videoFile === null) return { ...base, width, height, assets: [...assets] };
  const media = mediaOfVideo({ facts: videoFile, asset }, base.video?.media ?? null);
  return { ...base, width, height, video: { ...(base.video ?? nothingForPlayers), media }, assets: [...assets] };
}
