import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import { fold } from '../../../core/targeting/fold.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import type { ContextSources } from '../../request/context-sources.ts';

/** Consent and identifiers. TCF strings are excluded, because the SDK modifies them in the body and not in the path. */
const identifying = ['tl', 'ui', 'xz', 'xs', 'x5', 'hh'] as const;

/**
 * Returns a key that the requests of one page view share: the random number that the page library sends with all of
 * them (`rn`), the client, its consent and its identifiers. Values are folded, because the TypeScript SDK folds only
 * those of a body. Returns null without a random number: each request is then decided separately. Source: wire-protocol
 * 2.5, 5.5; docs/decisions/0159-stacks-of-one-page-view.md.
 */
export function pageViewOf(
  exchange: DeliveryExchange,
  parameters: RequestParameters,
  { clientAddress }: Pick<ContextSources, 'clientAddress'>,
): string | null {
  const random = parameters.get('rn')?.[0];
  // A request with a trace needs its own decision.
  if (random === undefined || exchange.noteDecision !== undefined) return null;
  const address = clientAddress.of(exchange) ?? '';
  // Behind an untrusted proxy, the address is that of the proxy and the header distinguishes its clients.
  const claimed = clientAddress.isTrusted(exchange)
    ? []
    : [exchange.fields('x-forwarded-for'), exchange.fields('forwarded')];
  const viewer = identifying.map((name) => parameters.get(name)?.map(fold) ?? []);
  return JSON.stringify([random, address, claimed, exchange.header('user-agent') ?? '', viewer]);
}
