import { displayEventWindowMs, screenEventWindowMs, videoEventWindowMs } from './limits.ts';

/** How late events of an ad may come, by where it shows: page or app, player of video or audio, screen. */
export const eventWindows = ['display', 'video', 'screen'] as const;
/** One of `eventWindows`. */
export type EventWindow = (typeof eventWindows)[number];

const lengths: Readonly<Record<EventWindow, number>> = {
  display: displayEventWindowMs,
  video: videoEventWindowMs,
  screen: screenEventWindowMs,
};

/** Milliseconds after its decision in which an event counts. Source: product decisions 8. */
export function eventWindowMs(window: EventWindow): number {
  return lengths[window];
}

/**
 * The window of the ads of a position: a screen may have been without a network for weeks, whatever it plays.
 * Source: product decisions 8.
 */
export function eventWindowOf(place: { readonly isScreen: boolean; readonly mediaType: string }): EventWindow {
  if (place.isScreen) return 'screen';
  return place.mediaType === 'video' || place.mediaType === 'audio' ? 'video' : 'display';
}
