import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import type { HttpExchange } from '../listener/http-exchange.ts';
import { createRecentMap } from '../recent-map.ts';

/** A page's second request comes while the first is under way or just over. */
const repeatMs = 3_000;
/** Answers that are kept, of a few kilobytes each. */
const keptAnswers = 1_000;
/** Longer answers are not kept. */
const maxKeptLength = 32 * 1024;

export type RepeatedStacks = {
  /** The answer to the same request of the same client a moment ago, else the one that is made now. */
  answerOf(exchange: HttpExchange, parameters: RequestParameters, make: () => string): string;
};

/**
 * The stack plugin asks twice for each page. The second time it gets the first answer, so that nothing is decided or
 * counted twice. Only who sends a random number (`rn`) repeats itself: a screen that asks anew shows anew, and must get
 * addresses that count anew. Source: wire-protocol 5.5.
 */
export function createRepeatedStacks(now: () => number): RepeatedStacks {
  const kept = createRecentMap<string, { readonly atMs: number; readonly answer: string }>(keptAnswers);
  return {
    answerOf(exchange, parameters, make) {
      if (!parameters.has('rn')) return make();
      const key = keyOf(exchange);
      const atMs = now();
      const before = kept.get(key);
      if (before !== undefined && Math.abs(atMs - before.atMs) < repeatMs) return before.answer;
      const answer = make();
      if (answer.length <= maxKeptLength) kept.set(key, { atMs, answer });
      return answer;
    },
  };
}

/** What two viewers do not have in common, unless they also draw the same random number within the moment. */
function keyOf(exchange: HttpExchange): string {
  const { target, request } = exchange;
  const forwarded = exchange.header('x-forwarded-for') ?? exchange.header('forwarded') ?? '';
  return JSON.stringify([target, request.socket.remoteAddress ?? '', forwarded, exchange.header('user-agent') ?? '']);
}
