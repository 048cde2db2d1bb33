import type { SnapshotAd, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { EventTokens, SigningDecision } from '../tracking/event-token.ts';
import type { AdTemplates } from './ad-templates.ts';
import { asciiJson } from './ascii-json.ts';
import type { VastTemplate } from './vast-template.ts';
import type { VideoWish } from './video-wish.ts';

export type AdWriter = { readonly templates: AdTemplates; readonly tokens: EventTokens };

/** What one slot of a decision is answered with. */
export type AdInSlot = { readonly position: SnapshotPosition; readonly ad: SnapshotAd };

/** The ad of a slot as JSON text, with signed addresses, ASCII only; null: no client could use it. */
export function writeAd(
  { templates, tokens }: AdWriter,
  { position, ad }: AdInSlot,
  decision: SigningDecision,
  slotIndex: number,
  video: VideoWish,
): string | null {
  const template = templates.templateOf(position, ad);
  if (template === null) return null;
  const place = templates.positionOf(position);
  const address = place.mark + tokens.sign(decision, slotIndex, template.factsIn(position));
  const { pieces } = template;
  let text = place.fields + pieces[0];
  for (let piece = 1; piece < pieces.length; piece += 1) text += address + pieces[piece];
  return template.vast === null ? text : withVast(text, template.vast, address, video);
}

/** A video ad with its document, or with the address of it; null: the player can make nothing of it. */
function withVast(
  text: string,
  template: VastTemplate,
  address: string,
  { versionFor, keep }: VideoWish,
): string | null {
  const version = versionFor(template.kind);
  if (version === null) return null;
  const vast = template.documentIn(version, address);
  const body = keep === null ? { tag: vast } : { tag: '', cachedBodyUrl: keep(vast) };
  return `${text.slice(0, -1)},${asciiJson(body).slice(1)}`;
}
