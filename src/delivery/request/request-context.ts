import type { AdTerms, RequestedSlot, RequestParameters } from '../../core/decision/ad-request.ts';
import { productParameter, withoutOwnPage } from '../../core/sponsored/own-page.ts';
import type { RequestContext } from '../../core/targeting/targeting.ts';
import { capParameters } from '../../core/vocabulary/cap-subjects.ts';
import type { NoteDecision, TraceableRequest } from '../endpoints/debug/note-decision.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import type { ContextSources } from './context-sources.ts';
import { readContext, type ViewerExchange } from './read-context.ts';
import type { Session } from './session/session-tokens.ts';
import type { ReadRequest } from './viewer-key.ts';

/** Parts of an exchange that a context is read from. */
export type ContextExchange = ViewerExchange & Pick<DeliveryExchange, 'noteDecision'>;

/** Returns the request with its context. Values are read when a decision reaches a booking that needs them. */
export function withContext(
  request: ReadRequest,
  exchange: ContextExchange,
  sources: ContextSources,
): TraceableRequest {
  return new RequestInContext(request, exchange, sources);
}

/** Returns the request with its context, for an endpoint whose response can carry a session token. */
export function withSession(
  request: ReadRequest,
  exchange: ContextExchange,
  sources: ContextSources,
): { readonly session: Session | null; readonly inContext: TraceableRequest } {
  const session = sources.sessions.read(request.parameters.get(capParameters.session)?.[0]);
  const asked = session === null ? request : { ...request, session };
  return { session, inContext: withContext(asked, exchange, sources) };
}

class RequestInContext implements TraceableRequest {
  readonly slots: readonly RequestedSlot[];
  readonly parameters: RequestParameters;
  readonly terms: AdTerms | undefined;
  readonly maxPerBrand: number | undefined;
  readonly noteDecision: NoteDecision | undefined;
  readonly #request: ReadRequest;
  readonly #exchange: ContextExchange;
  readonly #sources: ContextSources;
  #context: RequestContext | null = null;

  constructor(request: ReadRequest, exchange: ContextExchange, sources: ContextSources) {
    this.slots = request.slots;
    this.parameters = request.parameters;
    this.terms = withoutOwnPage(request.parameters.get(productParameter), request.terms);
    this.maxPerBrand = request.maxPerBrand;
    this.noteDecision = exchange.noteDecision;
    this.#request = request;
    this.#exchange = exchange;
    this.#sources = sources;
  }

  get context(): RequestContext {
    this.#context ??= readContext(this.#request, this.#exchange, this.#sources);
    return this.#context;
  }
}
