import type { FastifyInstance } from 'fastify';
import {
  type PreviewLinkQuery,
  type PreviewLinkView,
  previewLinkQuery,
  previewLinkView,
} from '../../../contract/creative/preview-link.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { CreativeId } from '../../../core/vocabulary/ids.ts';
import type { Preview } from '../../../exchange/previews/preview-folder.ts';
import { snapshotFolders } from '../../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../../exchange/snapshot-history/past-snapshots.ts';
import { revisionAt } from '../../../exchange/snapshot-history/revision-at.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, missingObject } from '../../records/domain-error.ts';
import { checksOf, readCheckedFormat } from './checks-of.ts';
import { createPreviewLinks, readPreview } from './preview-links.ts';

const scope = 'creatives:read';

/**
 * Registers `GET /creatives/{id}/preview-link`: a link that shows the current creative in any review state to everyone
 * who has it. Source: docs/decisions/0035-previews.md.
 */
export function registerPreviewLink(app: FastifyInstance, services: ManagementServices): void {
  const { config, database, nowMs = Date.now } = services;
  const links = createPreviewLinks(services);
  const snapshots = openPastSnapshots(snapshotFolders(config.dataFolder));

  /** Returns the content at a past time. */
  async function readPast(id: number, atMs: number): Promise<{ readonly preview: Preview; readonly revision: number }> {
    const revision = await revisionAt(database, atMs);
    const wanted = { kind: 'creatives', ids: new Set([id]) } as const;
    const past = revision === null ? null : await snapshots.open(revision, atMs, wanted);
    if (past === null || revision === null) {
      throw new DomainError('no_longer_kept', { detail: detailMessage('configurationGone') });
    }
    const packed = past.snapshot.creativeById.get(id as CreativeId);
    const format = packed === undefined ? undefined : past.snapshot.formatById.get(packed.formatId);
    if (packed === undefined || format === undefined) throw missingObject('creative-versions', id);
    return { preview: { creative: unpackCreative(packed), format }, revision };
  }

  app.get('/creatives/:id/preview-link', {
    config: { scope },
    schema: operationSchema({
      tag: 'Creatives',
      operationId: 'getCreativePreviewLink',
      summary: 'Retrieve a preview link of a creative',
      description:
        'Anyone with the link can view the creative. It shows the current content in any review state, or the content at a recent time (`at`), and counts nothing. Later changes need a new link.',
      scope,
      params: idParams('creative'),
      querystring: previewLinkQuery,
      reachesBack: true,
      answers: 'reading',
      view: previewLinkView,
    }),
    async handler(request): Promise<PreviewLinkView> {
      const id = idOfPath(request.params);
      const { lifeSeconds, version, at } = request.query as PreviewLinkQuery;
      const row = await requireObject({ services, request }, { table: 'creative', id, noun: 'creatives' });
      if (version === 'pending' && row.pendingVersion === null) throw missingObject('creative-versions', id);
      const past = at !== undefined && Date.parse(at) < nowMs() ? await readPast(id, Date.parse(at)) : null;
      const shown = version === 'pending' ? row.pendingVersion : null;
      const preview = past?.preview ?? (await readPreview(database, id, shown));
      if (preview === null) throw missingObject('creatives', id);
      const format = await readCheckedFormat(database, row.formatId);
      // Checks apply only to the current content.
      const known = past === null ? checksOf(row.kind, shown ?? row, format, row.addressChecks) : [];
      const checks = known.map(({ message }) => message);
      const link = await links.create(checks.length === 0 ? preview : { ...preview, checks }, lifeSeconds);
      return previewLinkView.parse({ creativeId: id, revision: past?.revision ?? null, ...link });
    },
  });
}
