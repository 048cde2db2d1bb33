import type { ListCreativeFormatsResponse } from '@adcp/sdk/types';
import type { FormatOfOffer } from './offer.ts';

type ProtocolFormat = ListCreativeFormatsResponse['formats'][number];

/** Assets of a creative by the media type of its format. Native templates have own fields, which are not listed. */
const assetTypes: Readonly<Record<string, readonly string[]>> = {
  banner: ['image', 'html'],
  video: ['video', 'vast'],
  audio: ['audio', 'vast'],
};

/** Returns a format as a creative format of the protocol. A creative has one of the listed assets. */
export function presentFormat(
  { name, code, mediaType, width, height }: FormatOfOffer,
  agentUrl: string,
): ProtocolFormat {
  const types = assetTypes[mediaType] ?? [];
  return {
    format_id: { agent_url: agentUrl, id: code },
    name,
    description: `${mediaType} format ${code}`,
    ...(width !== null && height !== null && { renders: [{ role: 'primary', dimensions: { width, height } }] }),
    ...(types.length > 0 && {
      assets: types.map((type) => ({
        item_type: 'individual',
        asset_id: type,
        asset_type: type,
        required: types.length === 1,
      })),
    }),
  } as ProtocolFormat;
}
