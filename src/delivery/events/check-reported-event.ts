import { playClockToleranceMs } from '../../core/vocabulary/limits/screen-limits.ts';
import type { EventTokens } from '../answer/signed-address/event-token.ts';
import { type TrackedEvent, trackedEvent } from './track.ts';

/** An event of a batch: the tracking URL and the time of the event. */
export type ReportedEvent = {
  /** Path of its tracking URL. null if it is invalid. */
  readonly path: string | null;
  /** Epoch milliseconds. null: no time or an invalid one. */
  readonly atMs: number | null;
};

/** A genuine event of a batch, with its time in epoch milliseconds. */
export type CheckedEvent = TrackedEvent & { readonly atMs: number };

/** Why an event of a batch is not accepted. */
export type RefusalCode = 'not_ours' | 'no_time' | 'before_decision' | 'in_the_future';

/** Verifies the URL and the time of a reported event. A small clock error must not lose an event. */
export function checkReportedEvent(
  { path, atMs }: ReportedEvent,
  { tokens, nowMs }: { readonly tokens: EventTokens; readonly nowMs: number },
): CheckedEvent | RefusalCode {
  const tracked = path === null ? null : trackedEvent(path, tokens);
  if (tracked === null || tracked === 'no_name') return 'not_ours';
  if (atMs === null) return 'no_time';
  const { decidedAtMs } = tracked.token;
  if (atMs < decidedAtMs - playClockToleranceMs) return 'before_decision';
  if (atMs > nowMs + playClockToleranceMs) return 'in_the_future';
  const { token, event } = tracked;
  return { token, event, atMs: Math.min(Math.max(atMs, decidedAtMs), nowMs) };
}

/** A URL or path whose path is unchanged by a URL parser: without dots, escapes and other special characters. */
const plainUrl = /^(?:https?:\/\/[\w.:-]+)?(\/(?!\/)[\w/-]*)$/i;

/** Returns the path of a tracking URL, or null. */
export function trackingPathOf(url: unknown): string | null {
  if (typeof url !== 'string') return null;
  const path = plainUrl.exec(url)?.[1] ?? URL.parse(url, 'http://delivery')?.pathname ?? '';
  // A proxy may add a prefix before it.
  const from = path.indexOf('/track/');
  return from === -1 ? null : path.slice(from);
}
