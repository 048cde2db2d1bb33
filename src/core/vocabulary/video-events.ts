/**
 * Events of a linear ad that can be tracked, with their VAST 4.2 names. `progress` is separate because it has an
 * offset. Source: VAST 4.2, 3.14.
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
