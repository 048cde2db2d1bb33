import { type Kysely, sql } from 'kysely';
import { openPreviewFolder, type Preview } from '../../../exchange/previews/preview-folder.ts';
import { writePreviewLink } from '../../../exchange/previews/signed-preview-link.ts';
import { readSnapshotCreatives, shownInSnapshot } from '../../../exchange/rows/snapshot-creatives.ts';
import { readSnapshotFormats } from '../../../exchange/rows/snapshot-inventory.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { ShownVersion } from './shown.ts';

/** A link that shows a creative to everyone who has the link. */
type CreatedLink = {
  readonly url: string;
  readonly frameUrl: string;
  readonly previewId: string;
  readonly expiresAt: string;
};

/** Creates preview links. */
export function createPreviewLinks({
  config,
  secret,
  nowMs = Date.now,
}: Pick<RecordServices, 'config' | 'secret' | 'nowMs'>) {
  const signer = createTextSigner(deriveKey(secret, 'preview-link'));
  const folder = openPreviewFolder(config.dataFolder, nowMs);
  return {
    /** Stores a preview and returns its link. */
    async create(preview: Preview, lifeSeconds: number): Promise<CreatedLink> {
      const expiresAt = Math.floor(nowMs() / 1000) + lifeSeconds;
      const previewId = writePreviewLink(signer, { name: await folder.keep(preview), expiresAt });
      return {
        url: `${config.deliveryUrl}/creatives/preview/${previewId}`,
        frameUrl: `${config.deliveryUrl}/creatives/preview/frame/${previewId}`,
        previewId,
        expiresAt: new Date(expiresAt * 1000).toISOString(),
      };
    },
  };
}

/**
 * Reads the content of a creative.
 * @param version version to show instead of the creative; null: the creative itself
 */
export async function readPreview(
  database: Kysely<Database>,
  id: number,
  version: ShownVersion | null,
): Promise<Preview | null> {
  const [row] = await readSnapshotCreatives(database, { ids: [id] }, sql<boolean>`true`);
  if (row === undefined) return null;
  // Fields that a version omits are empty.
  const { poster: _poster, ...others } = row;
  const creative = version === null ? row : { ...others, ...shownInSnapshot(version) };
  const [format] = await readSnapshotFormats(database, { ids: [creative.formatId] });
  return format === undefined ? null : { creative, format };
}
