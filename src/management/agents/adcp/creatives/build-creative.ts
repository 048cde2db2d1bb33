import { AdcpError } from '@adcp/sdk/server';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import type { BuildCall, BuiltCreative, ManifestGiven } from './protocol-types.ts';
import { type AcceptedFormat, readAcceptedFormats } from './read-formats.ts';
import { readOwnCreative } from './read-own-creative.ts';
import { readTagPositions } from './read-tag-positions.ts';

/** Most positions of a manifest. */
const maxTags = 50;

/**
 * Answers `build_creative`: the tags of the positions at which a creative can deliver, for the pages and players of the
 * publisher. Without a creative: those of the positions with the wanted formats. Creatives are neither generated nor
 * transformed, and a message is not interpreted.
 */
export async function buildCreative(
  context: SellerContext,
  request: BuildCall,
  accountId: string,
): Promise<BuiltCreative> {
  requireScopes(context, 'creatives:read');
  const { creative_id: key, target_format_id: target, target_format_ids: targets } = request;
  const wanted = targets ?? (target === undefined ? [] : [target]);
  if (request.creative_manifest !== undefined || (key === undefined && wanted.length === 0)) {
    throw new AdcpError('UNSUPPORTED_FEATURE', {
      message: 'Creatives are not transformed. Send them with sync_creatives and give their creative_id',
      field: 'creative_id',
    });
  }
  const creative = key === undefined ? null : await readCreative(context, key, accountId);
  const formats = await readAcceptedFormats(context.services.database, wanted, context.buyer);
  const named = wanted.map(({ id }) => [id, formats.get(id)] as const);
  const outputs = named.length === 0 && creative !== null ? [[creative.code, creative] as const] : named;
  const manifests: ManifestGiven[] = [];
  for (const [id, format] of outputs) {
    if (format === undefined || (creative !== null && format.mediaType !== creative.mediaType)) {
      const message = creative === null ? 'There is no such format' : `The creative has the format ${creative.code}`;
      throw new AdcpError('REFERENCE_NOT_FOUND', { message, field: 'target_format_id' });
    }
    const assets = await tagsOf(context, creative ?? format, request);
    manifests.push({ format_id: { agent_url: context.agentUrl, id }, assets });
  }
  const [first] = manifests;
  if (first === undefined) throw new Error('a creative has no format');
  return targets === undefined ? { creative_manifest: first } : { creative_manifests: manifests };
}

/** Returns the format of a creative. */
async function readCreative(context: SellerContext, key: string, accountId: string): Promise<AcceptedFormat> {
  const id = await readOwnCreative(context, key, accountId);
  const row =
    id === null
      ? undefined
      : await context.services.database
          .selectFrom('creative')
          .innerJoin('format', 'format.id', 'creative.formatId')
          .select(['format.id', 'format.code', 'format.mediaType', 'format.templateFields'])
          .where('creative.id', '=', id)
          .executeTakeFirst();
  if (id === null || row === undefined) {
    throw new AdcpError('CREATIVE_NOT_FOUND', { message: 'There is no such creative', field: 'creative_id' });
  }
  return row;
}

async function tagsOf(
  context: SellerContext,
  format: AcceptedFormat,
  request: BuildCall,
): Promise<ManifestGiven['assets']> {
  const { media_buy_id: mediaBuyId, package_id: packageId } = request;
  const wanted = { formatId: format.id, most: maxTags };
  const bought = await readTagPositions(context, { ...wanted, mediaBuyId, packageId });
  // A buyer may name a purchase in another system.
  const slots = bought.length > 0 ? bought : await readTagPositions(context, wanted);
  if (slots.length === 0) {
    throw new AdcpError('INVALID_STATE', {
      message: 'No position that the agent can buy has the format',
      field: 'creative_id',
    });
  }
  return Object.fromEntries(
    slots.map((slot, index) => [index === 0 ? 'tag' : `tag_${index + 1}`, tagOf(slot, format, context)]),
  ) as ManifestGiven['assets'];
}

/** See docs/guide/integrate/clients/script-tags.md and video-players.md. */
function tagOf(slot: string, { mediaType }: AcceptedFormat, { services }: SellerContext) {
  const url = `${services.config.deliveryUrl}/ad/sl${encodeURIComponent(slot)}/`;
  return mediaType === 'video' || mediaType === 'audio'
    ? { asset_type: 'vast', delivery_type: 'url', url: `${url}tlnone/?vastVersion=4.2`, vast_version: '4.2' }
    : { asset_type: 'html', content: `<script src="${url}"></script>` };
}
