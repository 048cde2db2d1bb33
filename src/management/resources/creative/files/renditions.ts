import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { creativeView, uploadedFileBody } from '../../../../contract/creative/creative.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { changeObject } from '../../../api/resource/change-object.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../../api/resource/register-resource.ts';
import { archivedError } from '../../../records/common-changes.ts';
import { detailMessage } from '../../../records/detail-message.ts';
import { DomainError, invalidRequest } from '../../../records/domain-error.ts';
import type { CreativeResource } from '../creative-resource.ts';
import type { ShownVersion } from '../shown.ts';
import { showInstead, versionToChange } from '../shown-version.ts';
import { assetsLeft, nothingForPlayers, sizeOfVideo } from '../video-columns.ts';
import { changeFile } from './change-file.ts';
import { isForPlayers } from './file-kinds.ts';
import type { Workshops } from './prepare-file.ts';
import type { PreparedFile } from './prepared-file.ts';
import { mediaWithoutRendition, mediaWithRendition } from './video-of-creative.ts';

type Routes = { readonly resource: CreativeResource; readonly workshops: Workshops };

/**
 * Registers `/creatives/{id}/renditions`: the same video or audio in several sizes and types, from which a player
 * selects by codec and bandwidth.
 */
export function registerRenditions(app: FastifyInstance, services: ManagementServices, routes: Routes): void {
  registerAdd(app, services, routes);
  registerDelete(app, services, routes);
}

function registerAdd(app: FastifyInstance, services: ManagementServices, { resource, workshops }: Routes): void {
  app.post('/creatives/:id/renditions', {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'addCreativeRendition',
      summary: 'Add a rendition to a video or audio creative',
      description:
        'The same content in another size or type, as multipart/form-data with the part `file`, or as JSON with the `uploadId` of a resumable upload. It is inserted in `media.files` by quality. Its duration must equal that of the others.',
      scope: resource.writeScope,
      params: idParams(resource.one),
      body: uploadedFileBody.optional(),
      consumes: ['application/json', 'multipart/form-data'],
      answers: 'acted',
      view: creativeView,
    }),
    handler: (request, reply) =>
      changeFile(
        { services, request, reply },
        {
          resource,
          workshops,
          isFor: isForPlayers,
          options: ({ assets }) => ({ poster: hasPoster(assets) ? 'unwanted' : 'wanted' }),
          shownWith: withRendition,
        },
      ),
  });
}

function withRendition(base: ShownVersion, { videoFile, assets }: PreparedFile): ShownVersion {
  const media = base.video?.media ?? null;
  if (videoFile === null || media === null) throw new Error('a video or audio creative has no files');
  const [asset, ...made] = assets;
  const next = mediaWithRendition({ facts: videoFile, asset }, media);
  const others = hasPoster(base.assets) ? [] : made;
  return withMedia({ ...base, assets: [...base.assets, asset, ...others] }, next);
}

function hasPoster(assets: ShownVersion['assets']): boolean {
  return assets.some(({ role }) => role === 'poster');
}

/** Files are stored in the order in which players receive them. */
function withMedia(base: ShownVersion, media: NonNullable<NonNullable<ShownVersion['video']>['media']>): ShownVersion {
  const video = { ...(base.video ?? nothingForPlayers), media };
  const { width, height } = sizeOfVideo(media) ?? base;
  const order = new Map(media.files.map(({ url }, index) => [url, index]));
  const orderOf = (path: string) => order.get(path) ?? media.files.length;
  const assets = assetsLeft(base.assets, video).toSorted((a, b) => orderOf(a.path) - orderOf(b.path));
  return { ...base, video, width, height, assets };
}

const sha256Text = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 as 64 hexadecimal digits' })
  .meta({ description: 'Hash of the file, as in `assets`', example: 'a'.repeat(64) });

function registerDelete(app: FastifyInstance, services: ManagementServices, { resource }: Routes): void {
  app.delete('/creatives/:id/renditions/:sha256', {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'deleteCreativeRendition',
      summary: 'Remove a rendition from a video or audio creative',
      description: 'The only file cannot be removed. Replace it instead.',
      scope: resource.writeScope,
      params: idParams(resource.one).extend({ sha256: sha256Text }),
      answers: 'parted',
      view: creativeView,
    }),
    handler: (request, reply) => {
      const id = idOfPath(request.params);
      const { sha256 } = request.params as { readonly sha256: string };
      return changeObject({ services, request, reply }, resource, {
        id,
        action: 'update',
        version: 'optional',
        async change(write) {
          const { current } = write;
          if (current.archivedAt !== null) throw archivedError(resource, id);
          const base = await versionToChange(current, write);
          return { columns: await showInstead(current, withoutRendition(base, sha256), write) };
        },
      });
    },
  });
}

function withoutRendition(base: ShownVersion, sha256: string): ShownVersion {
  const media = base.video?.media ?? null;
  if (media === null || !base.assets.some((asset) => asset.sha256 === sha256 && asset.role === undefined)) {
    throw new DomainError('not_found', { detail: detailMessage('renditionNotFound') });
  }
  const next = mediaWithoutRendition(sha256, media);
  if (next === null) {
    const message = detailMessage('onlyFile');
    throw invalidRequest([{ pointer: '/sha256', in: 'path', code: 'only_file', message }]);
  }
  return withMedia(base, next);
}
