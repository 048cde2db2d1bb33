import { type DisplayTrackers, joinTrackers } from '../creative/display-trackers.ts';
import { mraidVersionOf } from '../creative/mraid.ts';
import type { BrandId, CreativeId, FormatId } from '../vocabulary/ids.ts';
import type { CreativeRow } from './snapshot-rows.ts';

/**
 * A creative in a snapshot: the fields that a decision reads, and the rest as text. Most of a hundred thousand
 * creatives are never shown between two starts, and text is smaller than objects.
 */
export type PackedCreative = {
  readonly id: CreativeId;
  readonly formatId: FormatId;
  /** Also in the text. */
  readonly brandId: BrandId;
  /** It can only be shown by the MRAID container of an app. */
  readonly needsContainer: boolean;
  /**
   * The rest of its row as JSON, on one line without tabs: the values in the order of `packedFields`, else an object.
   */
  readonly text: string;
};

/** A packed creative of a file. */
type UnreadCreative = Omit<PackedCreative, 'needsContainer'>;

const packedFields = [
  'name',
  'kind',
  'brandId',
  'width',
  'height',
  'html',
  'file',
  'clickUrl',
  'altText',
  'domains',
  'updatedAtMs',
] as const satisfies readonly (keyof CreativeRow)[];

/** Packs a creative. @param creative packed or not */
export function packCreative(creative: CreativeRow | UnreadCreative): PackedCreative {
  if ('text' in creative) {
    const { id, formatId, brandId, text } = creative;
    return { id, formatId, brandId, needsContainer: isForContainer(creative), text };
  }
  const { id, formatId, ...rest } = creative;
  const hasThese = packedFields.every((field) => rest[field] !== undefined);
  const isOrdered = hasThese && Object.keys(rest).length === packedFields.length;
  const text = narrow(JSON.stringify(isOrdered ? packedFields.map((field) => rest[field]) : rest));
  return { id, formatId, brandId: rest.brandId, needsContainer: mraidVersionOf(creative.html) !== null, text };
}

/** Markup is only unpacked if it names the script of a container. */
function isForContainer(creative: Omit<PackedCreative, 'needsContainer' | 'brandId'>): boolean {
  return creative.text.includes('mraid.js') && mraidVersionOf(unpackCreative(creative).html) !== null;
}

/**
 * V8 stores two bytes per character for a string with any character beyond Latin-1, and creatives share the string of
 * their line. A few such characters, such as an ellipsis or a dash, are therefore escaped.
 */
function narrow(json: string): string {
  const wide = json.match(/[\u0100-\uffff]/g)?.length ?? 0;
  if (wide === 0 || wide * escapeLength > json.length) return json;
  return json.replace(/[\u0100-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const escapeLength = 6;

/** Returns the complete row. Parses the text at each call, so cache derived data. */
export function unpackCreative({ id, formatId, text }: Pick<PackedCreative, 'id' | 'formatId' | 'text'>): CreativeRow {
  const rest: unknown = JSON.parse(text);
  const fields = Array.isArray(rest) ? Object.fromEntries(packedFields.map((field, at) => [field, rest[at]])) : rest;
  return { id, formatId, ...(fields as Omit<CreativeRow, 'id' | 'formatId'>) };
}

/** Returns the creative of an ad with the trackers of its booking. */
export function unpackAd(ad: {
  readonly creative: PackedCreative;
  readonly booking: { readonly trackers: DisplayTrackers | null };
}): CreativeRow {
  const creative = unpackCreative(ad.creative);
  const ofBooking = ad.booking.trackers;
  if (ofBooking === null) return creative;
  const { video, trackers } = creative;
  return video === undefined
    ? { ...creative, trackers: joinTrackers(trackers ?? {}, ofBooking) }
    : { ...creative, video: { ...video, trackers: joinTrackers(video.trackers, ofBooking) } };
}
