import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import {
  type PreviewLinkQuery,
  type PreviewLinkView,
  previewLinkQuery,
  previewLinkView,
} from '../../contract/preview-link.ts';
import type { Database } from '../db/schema.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { missingObject } from '../http/problem.ts';
import { idOfPath, idParams } from '../http/register-resource.ts';
import { requireObject } from '../http/require-object.ts';
import { deriveKey } from '../keys/derive-key.ts';
import { createTextSigner } from '../keys/signed-text.ts';
import { openPreviewFolder, type Preview } from '../preview-file/preview-folder.ts';
import { writePreviewLink } from '../preview-file/signed-preview-link.ts';
import { readSnapshotCreatives } from '../revision/snapshot-creatives.ts';
import { readSnapshotFormats } from '../revision/snapshot-inventory.ts';

const scope = 'creatives:read';

/**
 * `GET /creatives/{id}/preview-link`: shows the creative as it is now to whoever has the link, in whatever state of review.
 * Source: docs/decisions/0035-previews.md.
 */
export function registerPreviewLink(app: FastifyInstance, services: ManagementServices): void {
  const { config, database, secret, nowMs = Date.now } = services;
  const signer = createTextSigner(deriveKey(secret, 'preview-link'));
  const folder = openPreviewFolder(config.dataFolder, nowMs);
  app.get('/creatives/:id/preview-link', {
    config: { scope },
    schema: operationSchema({
      tag: 'Creatives',
      operationId: 'getCreativePreviewLink',
      summary: 'Read a link that shows the creative to whoever has it',
      description:
        'Shows it as it is now, whether it is approved or not, and counts nothing. What is changed later needs a new link.',
      scope,
      params: idParams('creative'),
      querystring: previewLinkQuery,
      answers: 'reading',
      view: previewLinkView,
    }),
    async handler(request): Promise<PreviewLinkView> {
      const id = idOfPath(request.params);
      const { lifeSeconds } = request.query as PreviewLinkQuery;
      await requireObject({ services, request }, { table: 'creative', id, what: 'creative' });
      const preview = await readPreview(database, id);
      if (preview === null) throw missingObject('creative', id);
      const expiresAt = Math.floor(nowMs() / 1000) + lifeSeconds;
      const previewId = writePreviewLink(signer, { name: await folder.keep(preview), expiresAt });
      return previewLinkView.parse({
        creativeId: id,
        url: `${config.deliveryUrl}/creatives/preview/${previewId}`,
        previewId,
        expiresAt: new Date(expiresAt * 1000).toISOString(),
      });
    },
  });
}

async function readPreview(database: Kysely<Database>, id: number): Promise<Preview | null> {
  const [creative] = await readSnapshotCreatives(database, { ids: [id] }, sql<boolean>`true`);
  if (creative === undefined) return null;
  const [format] = await readSnapshotFormats(database, { ids: [creative.formatId] });
  return format === undefined ? null : { creative, format };
}
