/** Events of a display ad that third parties may measure. */
export const displayTrackerEvents = ['impression', 'viewable', 'click'] as const;
export type DisplayTrackerEvent = (typeof displayTrackerEvents)[number];

/** URLs of third parties by event. They may contain macros. Events without URLs are omitted. */
export type DisplayTrackers = { readonly [Event in DisplayTrackerEvent]?: readonly string[] };

export function isDisplayTrackerEvent(event: string): event is DisplayTrackerEvent {
  return (displayTrackerEvents as readonly string[]).includes(event);
}
