import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A view of a booking with caps, as delivery processes exchange it. The last element is the index in `capSubjects` of
 * the counted subject. Processes of an older version omit it and mean a viewer.
 */
export type CappedView = readonly [
  bookingId: number,
  positionId: number,
  low: number,
  high: number,
  atMs: number,
  subject?: number,
];

/** Most queued views. Beyond that, views are dropped and other processes count only their own. */
const maxWaiting = 10_000;

/** Exchange of viewer impressions between delivery processes. Omitted if there is only one process. */
export type ViewExchange = {
  send(views: readonly CappedView[]): void;
  /** Called once, with the callback for the views of other processes. */
  receive(hear: (views: readonly CappedView[]) => void): void;
};

/** Sends the views of one event loop iteration together. */
export function createViewSender(exchange: ViewExchange): (view: CappedView) => void {
  let waiting: CappedView[] = [];
  const sendSoon = async (): Promise<void> => {
    await nextTurn();
    const views = waiting;
    waiting = [];
    exchange.send(views);
  };
  return (view) => {
    if (waiting.length >= maxWaiting) return;
    waiting.push(view);
    // It cannot fail: a closed channel drops its input.
    if (waiting.length === 1) void sendSoon();
  };
}
