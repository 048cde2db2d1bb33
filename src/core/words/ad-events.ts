import { type BillableKind, billableKindOfName, billableKinds } from '../pricing/billable-events.ts';
import { videoEvents } from './video-events.ts';

/**
 * Kinds of event: the billable ones; `video`, which is one of `videoEventNames`; and `custom`, which has the name that a
 * page or a creative gave it. Source: wire-protocol 6; docs/decisions/0025-events-by-name.md.
 */
export const eventKinds = [...billableKinds, 'video', 'custom'] as const;
/** One of `eventKinds`. */
export type EventKind = (typeof eventKinds)[number];

/** What a video or audio ad tells of itself, named as in VAST 4.2. Source: VAST 4.2, 3.14 and 3.16; wire-protocol 6. */
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
/** One of `videoEventNames`. */
export type VideoEventName = (typeof videoEventNames)[number];

/** An event as a tracking address names it. */
export type AdEvent =
  | { readonly kind: BillableKind }
  | { readonly kind: 'video'; readonly name: VideoEventName }
  | { readonly kind: 'custom'; readonly name: string };

/** The event of an address without a name. */
export const impressionEvent: AdEvent = { kind: 'impression' };

/** Characters of a custom name: what a person still reads in a column's head. */
const customName = /^[a-z0-9][\w.-]{0,63}$/i;

/** What older templates, older VAST versions and other ad servers call an event, in lower case. */
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
 * The event that a tracking address names. Known names count without regard to case, a custom one as it stands.
 * Null: no name that is kept. Source: wire-protocol 6.
 * @param text what stands behind `<adId>-` in the address
 * @example readEventName('q1') // { kind: 'video', name: 'firstQuartile' }
 */
export function readEventName(text: string): AdEvent | null {
  const event = known.get(text.toLowerCase());
  if (event !== undefined) return event;
  return customName.test(text) ? { kind: 'custom', name: text } : null;
}
