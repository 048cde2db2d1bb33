import { type Consent, unknownConsent } from '../../../core/consent/combine-consent.ts';
import { hasUse } from '../../../core/consent/consent-table.ts';
import type { RequestedSlot, RequestParameters } from '../../../core/decision/ad-request.ts';
import type { OneOrMore, Place, RequestContext } from '../../../core/targeting/targeting.ts';
import { readConsent } from '../consent/read-consent.ts';
import type { NoteDecision, TraceableRequest } from '../debug/note-decision.ts';
import type { Exchange } from '../listener/exchange.ts';
import { readSyncCookies, type SyncCookies } from '../user-sync/sync-cookies.ts';
import type { GeoPlace } from '../viewer/geo-database.ts';
import { type AgentFacts, readAgent } from '../viewer/read-agent.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import type { ContextSources } from './context-sources.ts';
import { readPageUrl } from './page-url.ts';
import { type ReadRequest, readSyncedKey, readViewerKey } from './viewer-key.ts';

/** What a context is read from besides the request. */
export type ContextExchange = Pick<Exchange, 'fields' | 'header' | 'noteDecision' | 'peer' | 'target'>;

/** The request with what else is known of it; nothing is read before a decision comes to a booking that asks for it. */
export function withContext(
  request: ReadRequest,
  exchange: ContextExchange,
  sources: ContextSources,
): TraceableRequest {
  return new RequestInContext(request, exchange, sources);
}

class RequestInContext implements TraceableRequest {
  readonly slots: readonly RequestedSlot[];
  readonly parameters: RequestParameters;
  readonly noteDecision: NoteDecision | undefined;
  readonly #request: ReadRequest;
  readonly #exchange: ContextExchange;
  readonly #sources: ContextSources;
  #context: RequestContext | null = null;

  constructor(request: ReadRequest, exchange: ContextExchange, sources: ContextSources) {
    this.slots = request.slots;
    this.parameters = request.parameters;
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

/**
 * What the common parameters and the browser's languages say; whatever cannot be read is not known, and never an error.
 * Trees ask for few facts, so each is read when it is asked for. Source: wire-protocol 2.4 and 2.5.
 */
export function readContext(
  request: Omit<ReadRequest, 'slots'>,
  exchange: ContextExchange,
  sources: ContextSources,
): RequestContext {
  return new LazyContext(request, exchange, sources);
}

class LazyContext implements RequestContext {
  readonly #request: Omit<ReadRequest, 'slots'>;
  readonly #parameters: RequestParameters;
  readonly #exchange: ContextExchange;
  readonly #sources: ContextSources;
  /** What several bookings ask for; null: nobody has asked yet. */
  #consent: Consent | null = null;
  #agentFacts: AgentFacts | null = null;
  #geoPlace: GeoPlace | null = null;
  #viewerKey: { readonly key: string | undefined } | null = null;

  constructor(request: Omit<ReadRequest, 'slots'>, exchange: ContextExchange, sources: ContextSources) {
    this.#request = request;
    this.#parameters = request.parameters;
    this.#exchange = exchange;
    this.#sources = sources;
  }

  get consent(): RequestContext['consent'] {
    return this.#agreed().state;
  }

  get viewerKey(): string | undefined {
    this.#viewerKey ??= {
      key: hasUse(this.#agreed().uses, 'frequencyCaps')
        ? (readViewerKey(this.#parameters, this.#request.user) ?? readSyncedKey(this.#synced().users))
        : undefined,
    };
    return this.#viewerKey.key;
  }

  get segments(): readonly string[] {
    return hasUse(this.#agreed().uses, 'segments') ? this.#synced().events : [];
  }

  get pageUrl(): string | undefined {
    return readPageUrl(this.#parameters.get('xf')?.[0]) ?? readPageUrl(this.#parameters.get('ur')?.[0]);
  }

  get coordinates(): Place | undefined {
    const place = readCoordinates(this.#parameters.get('xc'));
    if (place === undefined) return undefined;
    const consent = this.#agreed();
    // A screen, of which nobody has to consent, says nothing of it.
    return consent === unknownConsent || hasUse(consent.uses, 'preciseLocation') ? place : roughly(place);
  }

  get country(): string | undefined {
    const said = this.#parameters.get('co')?.[0] ?? this.#fromProxy(this.#sources.countryHeader);
    return said === undefined || unknownCountries.test(said) ? this.#place().country : said;
  }

  get region(): OneOrMore | undefined {
    const sent = this.#parameters.get('rg')?.[0];
    if (sent !== undefined) return sent;
    const code = this.#fromProxy(this.#sources.regionHeader);
    return code === undefined ? this.#place().region : [code, `${this.country}-${code}`];
  }

  get city(): OneOrMore | undefined {
    return this.#place().city;
  }

  get postalCode(): string | undefined {
    return this.#place().postalCode;
  }

  get device(): readonly string[] {
    const sent = knownValues(this.#parameters.get('dt'));
    return sent.length > 0 ? sent : this.#agent().device;
  }

  get os(): readonly string[] {
    const sent = knownValues(this.#parameters.get('de'));
    return sent.length > 0 ? sent : this.#agent().os;
  }

  /** Clients send all kinds of things as `br`, some the device alone; so what the headers say counts beside it. */
  get browser(): readonly string[] {
    return [...knownValues(this.#parameters.get('br')), ...this.#agent().browser];
  }

  get language(): readonly string[] {
    return acceptedLanguages(this.#exchange.header('accept-language'));
  }

  #synced(): SyncCookies {
    return readSyncCookies(this.#exchange.header('cookie'));
  }

  #agent(): AgentFacts {
    this.#agentFacts ??= readAgent((name) => this.#exchange.header(name));
    return this.#agentFacts;
  }

  #place(): GeoPlace {
    const { geo, clientAddress } = this.#sources;
    if (geo === null) return nowhere;
    if (this.#geoPlace === null) {
      const address = clientAddress.of(this.#exchange);
      this.#geoPlace = address === undefined ? nowhere : geo.placeOf(address);
    }
    return this.#geoPlace;
  }

  /** What the operator's proxy or CDN says under a header, which from anybody else would say nothing. */
  #fromProxy(headerName: string | null): string | undefined {
    if (headerName === null || !this.#sources.clientAddress.isTrusted(this.#exchange)) return undefined;
    const value = this.#exchange.header(headerName);
    return value === '' ? undefined : value;
  }

  #agreed(): Consent {
    this.#consent ??= readConsent({ ...this.#request, exchange: this.#exchange }, this.#sources.tcfVendorId);
    return this.#consent;
  }
}

const nowhere: GeoPlace = {};

/** What CDNs say of an address without a place: unknown, Tor, Europe, Asia and the like. */
const unknownCountries = /^(?:unknown|XX|ZZ|T1|A1|A2|EU|AP)$/i;

/** `unknown` is what clients send when they do not know. */
function knownValues(values: readonly string[] | undefined): readonly string[] {
  return values?.filter((value) => value.toLowerCase() !== 'unknown') ?? [];
}

const degrees = /^\s*[+-]?\d{1,3}(?:\.\d{1,20})?\s*$/;

/** Latitude and longitude, as two values or as one with a `;` or `,` between. */
function readCoordinates(values: readonly string[] | undefined): Place | undefined {
  const parts = values?.flatMap((value) => value.split(/[;,]/)) ?? [];
  if (parts.length !== 2 || !parts.every((part) => degrees.test(part))) return undefined;
  const [latitude = 0, longitude = 0] = parts.map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** To two decimals, about a kilometre: what is rougher than 500 m is not precise by TCF. */
function roughly({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 100) / 100, longitude: Math.round(longitude * 100) / 100 };
}
