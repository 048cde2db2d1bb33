import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import { fold } from '../../../core/targeting/fold.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import type { ContextSources } from '../../request/context-sources.ts';

/** Consent and identifiers. A TCF string is not among them: the SDK changes it in the body and not in the path. */
const identifying = ['tl', 'ui', 'xz', 'xs', 'x5', 'hh'] as const;

/**
 * What the requests of one page view have in common and those of other page views have not: the random number that the page
 * library sends with all of them (`rn`), the client, its consent and its identifiers. Values are folded, because the
 * TypeScript SDK folds those of a body only. Null without a random number: every request is then decided for itself.
 * Source: wire-protocol 2.5, 5.5; docs/decisions/0159-stacks-of-one-page-view.md.
 */
export function pageViewOf(
  exchange: DeliveryExchange,
  parameters: RequestParameters,
  { clientAddress }: Pick<ContextSources, 'clientAddress'>,
): string | null {
  const random = parameters.get('rn')?.[0];
  // A request that is explained needs a decision.
  if (random === undefined || exchange.noteDecision !== undefined) return null;
  const address = clientAddress.of(exchange) ?? '';
  // Behind a proxy that is not trusted the address is that of the proxy, and the header tells its clients apart.
  const claimed = clientAddress.isTrusted(exchange)
    ? []
    : [exchange.fields('x-forwarded-for'), exchange.fields('forwarded')];
  const viewer = identifying.map((name) => parameters.get(name)?.map(fold) ?? []);
  return JSON.stringify([random, address, claimed, exchange.header('user-agent') ?? '', viewer]);
}
