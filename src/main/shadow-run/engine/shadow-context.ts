import type { RequestedSlot, RequestParameters } from '../../../core/decision/ad-request.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { TraceableRequest } from '../../../delivery/endpoints/debug/note-decision.ts';
import { bidContext } from '../../../delivery/endpoints/openrtb/bid-context.ts';
import type { CreateBidTerms } from '../../../delivery/endpoints/openrtb/bid-terms.ts';
import type { ContextSources } from '../../../delivery/request/context-sources.ts';
import { withContext } from '../../../delivery/request/request-context.ts';
import type { ShadowRequest } from '../calls/shadow-request.ts';
import type { LoggedCall } from '../log/logged-call.ts';

/** Client of a request, as far as the log contains it. */
export type RequestClient = Pick<LoggedCall, 'target' | 'address' | 'userAgent' | 'referer' | 'language' | 'cookie'>;

/** How viewers are identified if the request does not: not at all, or by address and user agent. */
export type ViewerRule = 'request' | 'address';

export type ContextOptions = {
  readonly snapshot: Snapshot;
  readonly sources: ContextSources;
  readonly bidTerms: CreateBidTerms;
  readonly viewer: ViewerRule;
  /** Whether requests of other ad servers have consent unless they state otherwise. */
  readonly assumesConsent: boolean;
};

/** Creates the context of requests from a log. */
export class ShadowContext {
  /** Time of the current line as logged, epoch ms. Session tokens are verified at this time. */
  loggedMs = 0;
  readonly #options: ContextOptions;

  constructor(options: ContextOptions) {
    this.#options = options;
  }

  /** Returns a request for these slots with the context that its client would have. */
  requestOf(request: ShadowRequest, slots: readonly RequestedSlot[], client: RequestClient | null): TraceableRequest {
    const { sources, snapshot, bidTerms } = this.#options;
    const { user, regs, bid } = request;
    const parameters = this.#parametersOf(request, client);
    const target = client?.target ?? '/openrtb2';
    if (bid !== undefined) {
      const format = snapshot.positionBySlotName.get(slots[0]?.slotName ?? '')?.format;
      const terms = format === undefined ? undefined : bidTerms(bid, format);
      const viewer = bidContext(bid.device, target, sources);
      return withContext({ slots, parameters, user, regs, terms }, viewer.exchange, viewer.sources);
    }
    const exchange = {
      target,
      peer: client?.address,
      fields: () => undefined,
      header: (name: string) => headerOf(client, name),
    };
    const ofLog = { ...sources, clientAddress: { isTrusted: () => false, of: () => client?.address } };
    return withContext({ slots, parameters, user, regs }, exchange, ofLog);
  }

  /** Adds the viewer and the consent that the other ad server had. */
  #parametersOf({ server, parameters, viewer }: ShadowRequest, client: RequestClient | null): RequestParameters {
    const isOwn = server === 'placard' || server === 'adhese' || server === 'openrtb';
    const { viewer: rule, assumesConsent } = this.#options;
    const byAddress = rule === 'address' && client?.address !== undefined;
    const identifier =
      viewer ?? (byAddress ? `${client?.address} ${client?.userAgent ?? ''}`.slice(0, 256) : undefined);
    const addsViewer = identifier !== undefined && !parameters.has('ui');
    const addsConsent = assumesConsent && (!isOwn || byAddress);
    if (!addsViewer && !addsConsent) return parameters;
    const added = new Map(parameters);
    if (addsViewer) added.set('ui', [identifier]);
    if (addsConsent) added.set('tl', [...(parameters.get('tl') ?? []), 'all']);
    return added;
  }
}

function headerOf(client: RequestClient | null, name: string): string | undefined {
  switch (name) {
    case 'user-agent':
      return client?.userAgent;
    case 'referer':
      return client?.referer;
    case 'accept-language':
      return client?.language;
    case 'cookie':
      return client?.cookie;
    default:
      return undefined;
  }
}
