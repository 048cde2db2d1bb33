import type { DeliveryEvent } from '../../exchange/journal/delivery-event.ts';
import type { EventTokens } from '../answer/signed-address/event-token.ts';
import { noStoreJson } from '../endpoints/ad-path/answer-ads.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { checkReportedEvent, type RefusalCode } from './check-reported-event.ts';
import type { EventIntake, EventSender } from './event-intake.ts';
import { type BatchEvent, readEventBatch } from './read-event-batch.ts';
import { RecordGroup } from './record-group.ts';
import { sendUnavailable } from './track.ts';

/** Returns true for `/v1/events`, with or without the API prefix. */
export function isEventBatchEndpoint(path: string): boolean {
  return /^(?:\/api)?\/v1\/events\/?$/.test(path);
}

type EventResult =
  | { readonly status: 'accepted' }
  | { readonly status: 'filtered'; readonly reason: NonNullable<DeliveryEvent['filtered']> }
  | { readonly status: 'refused'; readonly code: RefusalCode };

type BatchServices = { readonly tokens: EventTokens; readonly intake: EventIntake; readonly now: () => number };

/**
 * Handles `POST /v1/events`: events that a server or an app reports in one call. The response has one result per event,
 * in the same order: `accepted` events are on disk and count once, even if they are reported again; `filtered` events
 * are on disk and do not count; `refused` events are not stored. All events of a batch are written to disk together.
 * 503 if one of them could not be stored: the batch can be sent again. Source:
 * docs/decisions/0199-event-batches.md.
 */
export async function answerEventBatch(
  exchange: DeliveryExchange,
  body: Buffer,
  services: BatchServices,
): Promise<void> {
  const events = readEventBatch(body);
  const batch: Batch = { ...services, nowMs: services.now(), caller: callerOf(exchange), records: new RecordGroup() };
  const results = events.map((event) => resultOf(event, batch));
  if (!(await batch.records.areStored())) return sendUnavailable(exchange);
  exchange.send({ status: 200, headers: noStoreJson, body: JSON.stringify({ results }) });
}

type Batch = BatchServices & {
  readonly nowMs: number;
  readonly caller: EventSender;
  readonly records: RecordGroup;
};

const accepted: EventResult = { status: 'accepted' };

function resultOf(reported: BatchEvent, { tokens, intake, nowMs, caller, records }: Batch): EventResult {
  const { path, hasTime, userAgent } = reported;
  // Without a time, the event has just happened.
  const checked = checkReportedEvent({ path, atMs: hasTime ? reported.atMs : nowMs }, { tokens, nowMs });
  if (typeof checked === 'string') return { status: 'refused', code: checked };
  const { event: what, token, atMs } = checked;
  // The URL of a stack or a preview is genuine and counts nothing.
  if (what === null) return accepted;
  const sender = userAgent === null ? caller : { ...caller, header: withAgent(caller, userAgent) };
  const reason = intake.take({ what, token, sender, happenedAtMs: atMs }, records.next());
  return reason === null ? accepted : { status: 'filtered', reason };
}

/** Returns the caller of a batch. Its header fields are searched once instead of once per event. */
function callerOf(exchange: DeliveryExchange): EventSender {
  const known = new Map<string, string | undefined>();
  return {
    peer: exchange.peer,
    fields: (name) => exchange.fields(name),
    header: (name) => {
      if (!known.has(name)) known.set(name, exchange.header(name));
      return known.get(name);
    },
  };
}

/** Returns the header fields of the caller with the user agent of the viewer. */
function withAgent({ header }: EventSender, userAgent: string): EventSender['header'] {
  return (name) => (name === 'user-agent' ? userAgent : header(name));
}
