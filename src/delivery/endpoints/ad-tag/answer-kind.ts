import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { readAdBreak } from '../ad-break/read-ad-break.ts';

/** The form of an answer at `/ad`. */
export type AnswerKind = 'vast' | 'list' | 'markup';

/**
 * The form in which a slot is answered. An unknown slot is answered as the format in its name, or in VAST if the request
 * comes from a video player: a player that receives a script reports an error instead of an empty ad break.
 */
export function answerKindOf(slotName: string, snapshot: Snapshot, exchange: DeliveryExchange): AnswerKind {
  const format = snapshot.positionBySlotName.get(slotName)?.format;
  if (format !== undefined) return kindOf(format);
  if (isFromPlayer(exchange)) return 'vast';
  const named = formatInName(slotName, snapshot);
  return named === undefined ? 'markup' : kindOf(named);
}

function kindOf({ mediaType, templateHtml }: FormatRow): AnswerKind {
  if (mediaType === 'video' || mediaType === 'audio') return 'vast';
  if (mediaType === 'stack') return 'list';
  // A native ad with its own markup is displayed like a banner.
  return mediaType === 'native' && templateHtml === undefined ? 'list' : 'markup';
}

/** A slot name ends in `-<format code>`. Format codes may contain hyphens, so the longest code that fits is the format. */
function formatInName(slotName: string, { formatById }: Snapshot): FormatRow | undefined {
  let found: FormatRow | undefined;
  for (const format of formatById.values()) {
    const isLonger = found === undefined || format.code.length > found.code.length;
    if (isLonger && slotName.endsWith(`-${format.code}`)) found = format;
  }
  return found;
}

/**
 * True if the request names a VAST version or an ad pod, or accepts XML or video and is not the page load of a browser.
 */
function isFromPlayer(exchange: DeliveryExchange): boolean {
  const query = exchange.target.indexOf('?');
  const given = query === -1 ? null : new URLSearchParams(exchange.target.slice(query));
  if (given?.has('vastVersion') || typeof readAdBreak(exchange.target)?.maxAds === 'number') return true;
  const accept = exchange.header('accept') ?? '';
  return /(?:application|text)\/(?:vast\+)?xml|(?:video|audio)\//i.test(accept) && !/text\/html/i.test(accept);
}
