import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { CreativeId } from '../../../core/vocabulary/ids.ts';
import type { Preview, PreviewFolder } from '../../../exchange/previews/preview-folder.ts';
import { readPreviewLink } from '../../../exchange/previews/signed-preview-link.ts';
import type { TextSigner } from '../../../platform/keys/signed-text.ts';
import type { SnapshotFollower } from '../../decide/snapshot/snapshot-follower.ts';

/** A creative to preview with the expiry of the link. null: valid while the creative is approved. */
export type FoundPreview = Preview & { readonly expiresAt: number | null };

export type PreviewSource = {
  /**
   * @param id ID of a creative, or the token of a preview link. Returns null if there is no such creative or access is
   * not allowed
   */
  find(id: string): Promise<FoundPreview | null>;
};

const creativeNumber = /^[1-9]\d{0,15}$/;

/**
 * Finds previews. A link shows the version for which it was created. By ID, a creative is shown if it is approved and
 * the operator allows access by ID, which public clients send. Source: wire-protocol 5.4 and 5.7;
 * docs/decisions/0035-previews.md.
 */
export function createPreviewSource(options: {
  readonly signer: TextSigner;
  readonly folder: PreviewFolder;
  readonly holder: Pick<SnapshotFollower, 'current'>;
  readonly byNumber: boolean;
  readonly now: () => number;
}): PreviewSource {
  const { signer, folder, holder, byNumber, now } = options;

  function findApproved(id: number): FoundPreview | null {
    const snapshot = holder.current();
    const packed = snapshot?.creativeById.get(id as CreativeId);
    const format = packed === undefined ? undefined : snapshot?.formatById.get(packed.formatId);
    return packed === undefined || format === undefined
      ? null
      : { creative: unpackCreative(packed), format, expiresAt: null };
  }

  return {
    async find(id) {
      if (creativeNumber.test(id)) return byNumber ? findApproved(Number(id)) : null;
      const link = readPreviewLink(signer, id, now());
      const preview = link === null ? null : await folder.read(link.name);
      return link === null || preview === null ? null : { ...preview, expiresAt: link.expiresAt };
    },
  };
}
