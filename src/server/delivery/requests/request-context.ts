import type { AdRequest, RequestedSlot, RequestParameters } from '../../../core/decision/ad-request.ts';
import type { Place, RequestContext } from '../../../core/targeting/targeting.ts';
import type { Exchange } from '../listener/exchange.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { readPageUrl } from './page-url.ts';
import { type ReadRequest, readViewerKey } from './viewer-key.ts';

type Headers = Pick<Exchange, 'header'>;

/** The request with what else is known of it; nothing is read before a decision comes to a booking that asks for it. */
export function withContext(request: ReadRequest, exchange: Headers): AdRequest {
  return new RequestInContext(request, exchange);
}

class RequestInContext implements AdRequest {
  readonly slots: readonly RequestedSlot[];
  readonly parameters: RequestParameters;
  readonly #user: unknown;
  readonly #exchange: Headers;
  #context: RequestContext | null = null;

  constructor({ slots, parameters, user }: ReadRequest, exchange: Headers) {
    this.slots = slots;
    this.parameters = parameters;
    this.#user = user;
    this.#exchange = exchange;
  }

  get context(): RequestContext {
    this.#context ??= readContext(this, this.#exchange, this.#user);
    return this.#context;
  }
}

/**
 * What the common parameters and the browser's languages say; whatever cannot be read is not known, and never an error.
 * Trees ask for few facts, so each is read when it is asked for. Source: wire-protocol 2.4 and 2.5.
 */
export function readContext(
  { parameters }: Pick<AdRequest, 'parameters'>,
  exchange: Headers,
  user?: unknown,
): RequestContext {
  return new LazyContext(parameters, exchange, user);
}

class LazyContext implements RequestContext {
  readonly #parameters: RequestParameters;
  readonly #exchange: Headers;
  readonly #user: unknown;
  /** What every capped booking asks for; null: nobody has asked yet. */
  #viewerKey: { readonly key: string | undefined } | null = null;

  constructor(parameters: RequestParameters, exchange: Headers, user: unknown) {
    this.#parameters = parameters;
    this.#exchange = exchange;
    this.#user = user;
  }

  get consent(): RequestContext['consent'] {
    return readConsent(this.#parameters);
  }

  get viewerKey(): string | undefined {
    this.#viewerKey ??= {
      key: this.consent === 'granted' ? readViewerKey(this.#parameters, this.#user) : undefined,
    };
    return this.#viewerKey.key;
  }

  get pageUrl(): string | undefined {
    return readPageUrl(this.#parameters.get('xf')?.[0]) ?? readPageUrl(this.#parameters.get('ur')?.[0]);
  }

  get coordinates(): Place | undefined {
    return readCoordinates(this.#parameters.get('xc'));
  }

  get country(): string | undefined {
    return this.#parameters.get('co')?.[0];
  }

  get region(): string | undefined {
    return this.#parameters.get('rg')?.[0];
  }

  get device(): readonly string[] {
    return knownValues(this.#parameters.get('dt'));
  }

  get os(): readonly string[] {
    return knownValues(this.#parameters.get('de'));
  }

  get browser(): readonly string[] {
    return knownValues(this.#parameters.get('br'));
  }

  get language(): readonly string[] {
    return acceptedLanguages(this.#exchange.header('accept-language'));
  }
}

/**
 * `tl` says all or none. Who sends a consent string (`xt`) lets that decide, whatever else a page has set for good; it is
 * not decoded here, so it grants nothing.
 */
function readConsent(parameters: RequestParameters): RequestContext['consent'] {
  const said = parameters.get('tl')?.map((value) => value.toLowerCase());
  if (said === undefined) return undefined;
  if (said.some((value) => value === 'none')) return 'denied';
  return said.every((value) => value === 'all') && !parameters.has('xt') ? 'granted' : undefined;
}

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
