import { type Consent, unknownConsent } from '../../core/consent/combine-consent.ts';
import { hasUse } from '../../core/consent/consent-table.ts';
import type { RequestParameters } from '../../core/decision/ad-request.ts';
import { productParameter } from '../../core/sponsored/own-page.ts';
import { categoryTerms, searchTerms } from '../../core/sponsored/search-terms.ts';
import type { FactValues, GeoPoint, RequestContext } from '../../core/targeting/targeting.ts';
import type { FactMember } from '../../core/targeting/value-facts.ts';
import { capParameters } from '../../core/vocabulary/cap-subjects.ts';
import { venueCodesOf } from '../../core/vocabulary/codes/venue-types.ts';
import { pageHost } from '../decide/audience/page-host.ts';
import { readSyncCookies, type SyncCookies } from '../endpoints/user-sync/sync-cookies.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { readConsent } from './consent/read-consent.ts';
import type { ContextSources } from './context-sources.ts';
import { readCoordinates, roughly } from './coordinates.ts';
import { readPageUrl } from './page-url.ts';
import type { GeoLocation } from './viewer/geo-database.ts';
import { type AgentFacts, readAgent } from './viewer/read-agent.ts';
import {
  type ReadRequest,
  readFirstPartyKey,
  readMemberIdentifiers,
  readNamedKey,
  readSyncedKey,
  readViewerKey,
} from './viewer-key.ts';

/** Sources of a context in addition to the request. */
export type ViewerExchange = Pick<DeliveryExchange, 'fields' | 'header' | 'peer' | 'target'>;

/**
 * Returns the context from the common parameters and the browser's languages. Unreadable values are unknown and never
 * an error. Targeting trees require few facts, so each is read on demand. Source: wire-protocol 2.4 and 2.5.
 */
export function readContext(
  request: Omit<ReadRequest, 'slots'>,
  exchange: ViewerExchange,
  sources: ContextSources,
): RequestContext {
  return new LazyContext(request, exchange, sources);
}

/** Implements all targeting facts: a fact without a getter is a compile error. */
class LazyContext implements RequestContext, Readonly<Record<FactMember, FactValues | undefined>> {
  readonly #request: Omit<ReadRequest, 'slots'>;
  readonly #parameters: RequestParameters;
  readonly #exchange: ViewerExchange;
  readonly #sources: ContextSources;
  /** Cached values that several bookings use. null if not yet read. */
  #consent: Consent | null = null;
  #agentFacts: AgentFacts | null = null;
  #geoLocation: GeoLocation | null = null;
  #viewerKey: { readonly key: string | undefined } | null = null;

  constructor(request: Omit<ReadRequest, 'slots'>, exchange: ViewerExchange, sources: ContextSources) {
    this.#request = request;
    this.#parameters = request.parameters;
    this.#exchange = exchange;
    this.#sources = sources;
  }

  get consent(): RequestContext['consent'] {
    return this.#agreed().state;
  }

  get viewerKey(): string | undefined {
    return this.#mayCount() ? this.#viewer() : undefined;
  }

  get reachKey(): string | undefined {
    return hasUse(this.#agreed().uses, 'reach') ? this.#viewer() : undefined;
  }

  get firstPartyKey(): string | undefined {
    return this.#mayCount() ? readFirstPartyKey(this.#parameters, this.#request.user) : undefined;
  }

  get shopper(): string | undefined {
    if (!hasUse(this.#agreed().uses, 'attribution')) return undefined;
    return readFirstPartyKey(this.#parameters, this.#request.user);
  }

  get householdKey(): string | undefined {
    const key = readNamedKey(this.#parameters, capParameters.household);
    return key !== undefined && this.#mayCount() ? key : undefined;
  }

  get storeKey(): string | undefined {
    return readNamedKey(this.#parameters, capParameters.store);
  }

  get screenKey(): string | undefined {
    return readNamedKey(this.#parameters, capParameters.screen);
  }

  get sessionKey(): string | undefined {
    const { session } = this.#request;
    if (session !== undefined) return session.key;
    return this.#sources.sessions.keyOf(this.#parameters.get(capParameters.session)?.[0]);
  }

  get segments(): readonly string[] {
    if (!hasUse(this.#agreed().uses, 'segments')) return [];
    const { users, events } = this.#synced();
    const known = this.#sources.audience.segmentsOf({
      identifiers: () => readMemberIdentifiers(this.#parameters, this.#request.user, users),
      host: () => pageHost(this.pageUrl, this.#exchange.header('origin'), this.#exchange.header('referer')),
    });
    return known.length === 0 ? events : [...events, ...known];
  }

  /** Search terms: `kw`, each value is a separate search. */
  get keywords(): readonly string[] {
    return this.#parameters.get('kw')?.flatMap(searchTerms) ?? [];
  }

  /** Categories of the page or its product: `pc`. */
  get categories(): readonly string[] {
    return this.#parameters.get('pc')?.flatMap(categoryTerms) ?? [];
  }

  /** Product of the page: `pd`. */
  get products(): readonly string[] {
    return this.#parameters.get(productParameter) ?? [];
  }

  /** Venue types of a bid request, or of the parameter `vt`: codes or numbers. Those of the position replace them. */
  get venueTypes(): readonly string[] {
    return this.#parameters.get('vt')?.flatMap(venueCodesOf) ?? [];
  }

  get pageUrl(): string | undefined {
    return readPageUrl(this.#parameters.get('xf')?.[0]) ?? readPageUrl(this.#parameters.get('ur')?.[0]);
  }

  get coordinates(): GeoPoint | undefined {
    const point = readCoordinates(this.#parameters.get('xc'));
    if (point === undefined) return undefined;
    const consent = this.#agreed();
    // Screens need no consent and state none.
    return consent === unknownConsent || hasUse(consent.uses, 'preciseLocation') ? point : roughly(point);
  }

  get country(): string | undefined {
    const said = this.#parameters.get('co')?.[0] ?? this.#fromProxy(this.#sources.countryHeader);
    return said === undefined || unknownCountries.test(said) ? this.#location().country : said;
  }

  get region(): FactValues | undefined {
    const sent = this.#parameters.get('rg')?.[0];
    if (sent !== undefined) return sent;
    const code = this.#fromProxy(this.#sources.regionHeader);
    if (code === undefined) return this.#location().region;
    const { country } = this;
    return country === undefined ? code : [code, `${country}-${code}`];
  }

  get city(): FactValues | undefined {
    return this.#location().city;
  }

  get postalCode(): string | undefined {
    return this.#location().postalCode;
  }

  get device(): readonly string[] {
    const sent = knownValues(this.#parameters.get('dt'));
    return sent.length > 0 ? sent : this.#agent().device;
  }

  get os(): readonly string[] {
    const sent = knownValues(this.#parameters.get('de'));
    return sent.length > 0 ? sent : this.#agent().os;
  }

  /** Clients send various values in `br`, some only the device. The values of the headers are therefore added. */
  get browser(): readonly string[] {
    return [...knownValues(this.#parameters.get('br')), ...this.#agent().browser];
  }

  get language(): readonly string[] {
    return acceptedLanguages(this.#exchange.header('accept-language'));
  }

  /** Must be called only with consent. */
  #viewer(): string | undefined {
    this.#viewerKey ??= {
      key: readViewerKey(this.#parameters, this.#request.user) ?? readSyncedKey(this.#synced().users),
    };
    return this.#viewerKey.key;
  }

  #synced(): SyncCookies {
    return readSyncCookies(this.#exchange.header('cookie'));
  }

  #agent(): AgentFacts {
    this.#agentFacts ??= readAgent((name) => this.#exchange.header(name));
    return this.#agentFacts;
  }

  #location(): GeoLocation {
    const { geo, clientAddress } = this.#sources;
    if (geo === null) return nowhere;
    if (this.#geoLocation === null) {
      const address = clientAddress.of(this.#exchange);
      this.#geoLocation = address === undefined ? nowhere : geo.locationOf(address);
    }
    return this.#geoLocation;
  }

  /** Returns the header value of the operator's proxy or CDN. From other senders, it is ignored. */
  #fromProxy(headerName: string | null): string | undefined {
    if (headerName === null || !this.#sources.clientAddress.isTrusted(this.#exchange)) return undefined;
    const value = this.#exchange.header(headerName);
    return value === '' ? undefined : value;
  }

  #mayCount(): boolean {
    return hasUse(this.#agreed().uses, 'frequencyCaps');
  }

  #agreed(): Consent {
    this.#consent ??= readConsent({ ...this.#request, exchange: this.#exchange }, this.#sources.tcfVendorId);
    return this.#consent;
  }
}

const nowhere: GeoLocation = {};

/** CDN values for addresses without a country: unknown, Tor, Europe, Asia and others. */
const unknownCountries = /^(?:unknown|XX|ZZ|T1|A1|A2|EU|AP)$/i;

const unknownWord = 'unknown';

/** Removes `unknown`, which clients send for missing values. */
function knownValues(values: readonly string[] | undefined): readonly string[] {
  if (values === undefined) return [];
  return values.some(isUnknown) ? values.filter((value) => !isUnknown(value)) : values;
}

function isUnknown(value: string): boolean {
  return value.length === unknownWord.length && value.toLowerCase() === unknownWord;
}
