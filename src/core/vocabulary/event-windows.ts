import { displayEventWindowMs, screenEventWindowMs, videoEventWindowMs } from './limits/delivery-limits.ts';

/** Event windows by type of inventory: page or app, video or audio player, screen. */
export const eventWindows = ['display', 'video', 'screen'] as const;
export type EventWindow = (typeof eventWindows)[number];

const lengths: Readonly<Record<EventWindow, number>> = {
  display: displayEventWindowMs,
  video: videoEventWindowMs,
  screen: screenEventWindowMs,
};

/** Returns the time in ms after a decision in which events count. Source: product decisions 8. */
export function eventWindowMs(window: EventWindow): number {
  return lengths[window];
}

/**
 * Returns the event window of the ads of a position. A screen may be offline for weeks, regardless of its media type.
 * Source: product decisions 8.
 */
export function eventWindowOf(position: { readonly isScreen: boolean; readonly mediaType: string }): EventWindow {
  if (position.isScreen) return 'screen';
  return position.mediaType === 'video' || position.mediaType === 'audio' ? 'video' : 'display';
}
