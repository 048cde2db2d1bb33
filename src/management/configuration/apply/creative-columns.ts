import { isDeepStrictEqual } from 'node:util';
import type { ConfiguredCreativeState } from '../../../contract/configuration/object-state.ts';
import type { CreativeBody } from '../../../contract/creative/creative.ts';
import { hasErrors } from '../../../core/creative/check-creative.ts';
import type { VideoCreative } from '../../../core/vast/video-creative.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import type { Columns, Row, WriteContext } from '../../records/resource.ts';
import { checksOf, readCheckedFormat } from '../../resources/creative/checks-of.ts';
import { changedCreativeColumns, newCreativeColumns } from '../../resources/creative/creative-rules.ts';
import type { ShownVersion } from '../../resources/creative/shown.ts';
import { shownOf } from '../../resources/creative/shown-version.ts';
import { ownAddresses } from '../document/own-media.ts';

type Given = {
  readonly body: CreativeBody;
  readonly state: ConfiguredCreativeState;
  readonly assets: readonly StoredAsset[];
  /** Whether files are missing because a plan does not convert them. */
  readonly awaitsFiles: boolean;
  /** Whether approvals need another user. */
  readonly needsReview: boolean;
  readonly deliveryUrl: string;
};

/**
 * Returns the columns of a creative in a configuration. A creative whose checks fail is not approved. New content
 * of a caller who needs a second user is pending review.
 */
export async function configuredCreativeColumns(
  write: WriteContext<'creative'>,
  given: Given,
): Promise<Columns<'creative'>> {
  const { current } = write;
  const { body, assets, awaitsFiles, needsReview } = given;
  const isSameFiles = current !== null && current.archivedAt === null && hasSameFiles(current, assets);
  if (current !== null && needsReview && isSameFiles) return changedCreativeColumns(body, write);
  // Kind, brand and format cannot change, and the rules of a change report that.
  if (current !== null) await changedCreativeColumns(body, write);
  const columns = await newCreativeColumns(body, write, assets, { awaitsFiles, video: ownVideo(given) });
  const shown = shownOfColumns(columns);
  const state = await stateOf(shown, write, given);
  // A version that waits for review stays if the approved content does not change.
  const isSameContent = current !== null && isDeepStrictEqual(shownOf(current), shown);
  return {
    ...columns,
    state,
    ...(!isSameContent && { pendingVersion: null }),
    rejectionReason: state === 'rejected' ? (current?.rejectionReason ?? null) : null,
  };
}

async function stateOf(
  shown: ShownVersion,
  { transaction, current }: WriteContext<'creative'>,
  { body, state, needsReview }: Given,
): Promise<string> {
  if (state !== 'approved') return state;
  if (needsReview) return 'pending_review';
  const format = await readCheckedFormat(transaction, body.formatId);
  return hasErrors(checksOf(body.kind, shown, format, current?.addressChecks ?? null)) ? 'pending_review' : 'approved';
}

function shownOfColumns(columns: Columns<'creative'>): ShownVersion {
  return shownOf({
    ...columns,
    assets: JSON.parse(String(columns.assets)),
    video: parsed(columns.video),
    trackers: parsed(columns.trackers),
    fields: parsed(columns.fields),
  } as never);
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null;
}

function hasSameFiles(current: Row<'creative'>, assets: readonly StoredAsset[]): boolean {
  const paths = (list: readonly StoredAsset[]) => list.map(({ path }) => path).join('\n');
  return paths(current.assets) === paths(assets);
}

/** Player settings with the paths of the creative's own files, which stay paths when they are stored. */
function ownVideo({ body, deliveryUrl }: Given): VideoCreative | null {
  const { media } = ownAddresses({ media: body.media }, deliveryUrl);
  return media === null || media === undefined ? null : ({ media } as VideoCreative);
}
