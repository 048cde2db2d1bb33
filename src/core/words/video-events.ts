/**
 * Events of a linear ad that may be tracked, named as in VAST 4.2; `progress` stands apart, since it has an offset.
 * Source: VAST 4.2, 3.14.
 */
export const videoEvents = [
  'loaded',
  'creativeView',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'mute',
  'unmute',
  'pause',
  'resume',
  'rewind',
  'skip',
  'playerExpand',
  'playerCollapse',
  'adExpand',
  'adCollapse',
  'minimize',
  'acceptInvitation',
  'otherAdInteraction',
  'closeLinear',
] as const;
export type VideoEvent = (typeof videoEvents)[number];
