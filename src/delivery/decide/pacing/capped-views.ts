import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A booking with caps was shown to somebody: what delivery processes tell each other. The last is the place in
 * `capSubjects` of whom it counts; a process of an older version leaves it out and means a viewer.
 */
export type CappedView = readonly [
  bookingId: number,
  positionId: number,
  low: number,
  high: number,
  atMs: number,
  subject?: number,
];

/** Views that wait; who cannot hear of more counts them itself. */
const maxWaiting = 10_000;

/** How delivery processes tell each other which viewer saw what; left out: there is no other. */
export type ViewExchange = {
  send(views: readonly CappedView[]): void;
  /** Called once, with what is to hear of the others' views. */
  receive(hear: (views: readonly CappedView[]) => void): void;
};

/** Sends the views of one turn of the event loop together. */
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
    // It cannot fail: a channel that is gone swallows what it is given.
    if (waiting.length === 1) void sendSoon();
  };
}
