import { type BillableKind, billableKindOfName, billableKinds } from '../pricing/billable-events.ts';
import { videoEvents } from './video-events.ts';

/**
 * Kinds of events: the billable ones; `video`, one of `videoEventNames`; and `custom`, with a name chosen by a page or
 * creative. Source: wire-protocol 6; docs/decisions/0025-events-by-name.md.
 */
export const eventKinds = [...billableKinds, 'video', 'custom'] as const;
export type EventKind = (typeof eventKinds)[number];

/** Events of video and audio ads, with their VAST 4.2 names. Source: VAST 4.2, 3.14 and 3.16; wire-protocol 6. */
export const videoEventNames = [
  ...videoEvents,
  'progress',
  'error',
  'notViewable',
  'viewUndetermined',
  'verificationNotExecuted',
  'iconView',
  'iconClick',
  'companionView',
  'companionClick',
] as const;
export type VideoEventName = (typeof videoEventNames)[number];

/** An event as named in a tracking URL. */
export type AdEvent =
  | { readonly kind: BillableKind }
  | { readonly kind: 'video'; readonly name: VideoEventName }
  | { readonly kind: 'custom'; readonly name: string };

/** The event of a tracking URL without a name. */
export const impressionEvent: AdEvent = { kind: 'impression' };

/** Format of a custom name: short enough for a column header. */
const customName = /^[a-z0-9][\w.-]{0,63}$/i;

/** Event names of older templates, older VAST versions and other ad servers, in lower case. */
const olderNames: Readonly<Record<string, VideoEventName>> = {
  q1: 'firstQuartile',
  mid: 'midpoint',
  q3: 'thirdQuartile',
  end: 'complete',
  fullscreen: 'playerExpand',
  exitfullscreen: 'playerCollapse',
  expand: 'adExpand',
  collapse: 'adCollapse',
  close: 'closeLinear',
  acceptinvitationlinear: 'acceptInvitation',
};

const known = new Map<string, AdEvent>([
  ...videoEventNames.map((name) => [name.toLowerCase(), { kind: 'video', name }] as const),
  ...Object.entries(olderNames).map(([older, name]) => [older, { kind: 'video', name }] as const),
  ...[...billableKindOfName].map(([name, kind]) => [name, { kind }] as const),
]);

/**
 * Returns the event that a tracking URL names. Known names are case-insensitive, custom names are unchanged. null:
 * invalid name. Source: wire-protocol 6.
 * @param text the part after `<adId>-` in the URL
 * @example readEventName('q1') // { kind: 'video', name: 'firstQuartile' }
 */
export function readEventName(text: string): AdEvent | null {
  const event = known.get(text.toLowerCase());
  if (event !== undefined) return event;
  return customName.test(text) ? { kind: 'custom', name: text } : null;
}
