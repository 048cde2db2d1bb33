import { maxReportedEvents, maxReportedUserAgentLength } from '../../core/vocabulary/limits/delivery-limits.ts';
import { RequestError } from '../request/request-error.ts';
import { type ReportedEvent, trackingPathOf } from './check-reported-event.ts';
import { objectOf, readPlayerBody, readTime } from './read-player-body.ts';

/** An event of `POST /v1/events`. */
export type BatchEvent = ReportedEvent & {
  /** false: the event has just happened. */
  readonly hasTime: boolean;
  /** User agent of the viewer. null: that of the caller. */
  readonly userAgent: string | null;
};

/**
 * Reads the body of `POST /v1/events`. The list must be valid. Each event is read separately, so that an invalid one
 * does not affect the others. Throws a `RequestError` (400) otherwise.
 */
export function readEventBatch(body: Buffer): readonly BatchEvent[] {
  const { events } = readPlayerBody(body);
  if (!Array.isArray(events) || events.length === 0) throw wrong('A list with at least one event is required');
  if (events.length > maxReportedEvents) throw wrong(`At most ${maxReportedEvents} events are allowed in one call`);
  return events.map((given: unknown) => {
    const { url, at, userAgent } = objectOf(given);
    return {
      path: trackingPathOf(url),
      hasTime: at !== undefined && at !== null,
      atMs: readTime(at),
      userAgent: typeof userAgent === 'string' ? userAgent.slice(0, maxReportedUserAgentLength) : null,
    };
  });
}

function wrong(message: string): RequestError {
  return new RequestError({ status: 400, pointer: '/events', message });
}
