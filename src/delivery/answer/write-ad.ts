/*
 * From a winner to an ad in a response.
 *
 * - `write-ad.ts` assembles one ad; `present-json.ts` the JSON that clients read.
 * - `ad-templates.ts`, `template-markup.ts`, `markup.ts`, `html5-frame.ts`, `native-ad.ts`: markup by kind of creative.
 * - `vast-template.ts`, `player-support.ts`: VAST, and the version that a player supports.
 * - `signed-address/`: tokens of tracking URLs. `macros/`: values that are inserted into markup.
 *
 * The parts of an ad that are equal in all responses are prepared once per snapshot. See docs/internals/counting.md for
 * tokens.
 */

import type { DisplayTrackers } from '../../core/creative/display-trackers.ts';
import type { AdRequest, RequestedSlot } from '../../core/decision/ad-request.ts';
import type { SnapshotAd, SnapshotPosition } from '../../core/snapshot/snapshot.ts';
import type { ShopperKeys } from '../../platform/keys/shopper-keys.ts';
import type { AdTemplates } from './ad-templates.ts';
import { fillAddresses, type MacroBook } from './macros/macro-book.ts';
import type { MacroContext } from './macros/macro-value.ts';
import type { PlayerSupport } from './player-support.ts';
import type { AdFacts, EventTokens, SigningDecision } from './signed-address/event-token.ts';
import { asciiJson } from './text/ascii-json.ts';
import type { VastTemplate } from './vast-template.ts';

export type AdWriter = {
  readonly templates: AdTemplates;
  readonly tokens: EventTokens;
  readonly macroSettings: MacroSettings;
  /** null if orders are not attributed to these ads. */
  readonly shopperKeys: Pick<ShopperKeys, 'bytesOf'> | null;
};

/** Sources of macro values in addition to the request. */
export type MacroSettings = Pick<MacroContext, 'values' | 'host'>;

/** The ad of one slot of a decision. */
export type AdInSlot = { readonly position: SnapshotPosition; readonly ad: SnapshotAd };

/** The request and the decision for its tokens. */
export type AskedAds = { readonly request: AdRequest; readonly decision: SigningDecision };

/** Returns the ad of a slot as ASCII JSON text with signed URLs, or null if no client could use it. */
export function writeAd(
  { templates, tokens, macroSettings, shopperKeys }: AdWriter,
  { position, ad }: AdInSlot,
  asked: AskedAds,
  slotIndex: number,
  video: PlayerSupport,
): string | null {
  const template = templates.templateOf(position, ad);
  if (template === null) return null;
  const positionTemplate = templates.positionOf(position);
  const { pieces, vast, macros } = template;
  const context = macros === null ? undefined : macroContext(asked, macroSettings, slotIndex, position);
  const facts = template.factsIn(position, context);
  const own = template.isAttributed && shopperKeys !== null ? withShopper(facts, asked, shopperKeys) : facts;
  const address = positionTemplate.mark + tokens.sign(asked.decision, slotIndex, own);
  let text = positionTemplate.fields + pieces[0];
  for (let piece = 1; piece < pieces.length; piece += 1) text += address + pieces[piece];
  if (macros === null || context === undefined) return vast === null ? text : withVast(text, vast, address, video);
  const json = macros.fill(text, context, asPartOfJson);
  return vast === null ? json : withVast(json, vast, address, video, { macros, context });
}

/**
 * Returns the third-party trackers of an ad, for clients that render it from data. null if it has none or the viewer does
 * not consent.
 */
export function trackersFor(
  { templates, macroSettings }: Pick<AdWriter, 'templates' | 'macroSettings'>,
  { position, ad }: AdInSlot,
  asked: AskedAds,
  slotIndex: number,
): DisplayTrackers | null {
  const template = templates.templateOf(position, ad);
  if (template?.trackers == null || template.macros === null) return null;
  const text = template.macros.fill(template.trackers, macroContext(asked, macroSettings, slotIndex, position));
  return text === '' ? null : (JSON.parse(text) as DisplayTrackers);
}

function macroContext(
  asked: AskedAds,
  settings: MacroSettings,
  slotIndex: number,
  position: SnapshotPosition,
): MacroContext {
  return { ...asked, ...settings, slotIndex, slot: slotAt(asked, slotIndex, position) };
}

/** The shopper is read only if conversions are attributed to the ad. */
function withShopper(facts: AdFacts, { request, decision }: AskedAds, keys: Pick<ShopperKeys, 'bytesOf'>): AdFacts {
  const shopper = request.context?.shopper;
  return shopper === undefined ? facts : { ...facts, shopperKey: keys.bytesOf(shopper, decision.decidedAtMs) };
}

type Filled = { readonly macros: MacroBook; readonly context: MacroContext };

/** Returns a video ad with its document or the URL of the document, or null if the player does not support the ad. */
function withVast(
  text: string,
  template: VastTemplate,
  address: string,
  { versionFor, keep }: PlayerSupport,
  filled?: Filled,
): string | null {
  const version = versionFor(template.kind);
  if (version === null) return null;
  const marked = template.documentIn(version, address);
  const vast =
    filled === undefined ? marked : filled.macros.fill(fillAddresses(marked, filled.context), filled.context);
  const body = keep === null ? { tag: vast } : { tag: '', cachedBodyUrl: keep(vast, address) };
  return `${text.slice(0, -1)},${asciiJson(body).slice(1)}`;
}

function slotAt({ request }: AskedAds, slotIndex: number, { row }: SnapshotPosition): RequestedSlot {
  return request.slots[slotIndex] ?? { slotName: row.slotName, parameters: new Map() };
}

/** Returns the value escaped for a JSON string, without quotes. */
function asPartOfJson(value: string): string {
  return asciiJson(value).slice(1, -1);
}
