/** Events of a display ad that third parties may measure. */
export const displayTrackerEvents = ['impression', 'viewable', 'click'] as const;
export type DisplayTrackerEvent = (typeof displayTrackerEvents)[number];

/** URLs of third parties by event. They may contain macros. Events without URLs are omitted. */
export type DisplayTrackers = { readonly [Event in DisplayTrackerEvent]?: readonly string[] };

/** Returns the trackers of a creative together with those of its booking. Equal URLs of an event are called once. */
export function joinTrackers<Own extends DisplayTrackers>(own: Own, ofBooking: DisplayTrackers): Own {
  const joined = displayTrackerEvents.flatMap((event) => {
    const urls = [...(own[event] ?? []), ...(ofBooking[event] ?? [])];
    return urls.length === 0 ? [] : [[event, [...new Set(urls)]]];
  });
  return { ...own, ...Object.fromEntries(joined) };
}

export function isDisplayTrackerEvent(event: string): event is DisplayTrackerEvent {
  return (displayTrackerEvents as readonly string[]).includes(event);
}
