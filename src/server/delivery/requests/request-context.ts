import type { AdRequest, RequestedSlot, RequestParameters } from '../../../core/decision/ad-request.ts';
import type { Place, RequestContext } from '../../../core/targeting/targeting.ts';
import type { Exchange } from '../listener/exchange.ts';
import { acceptedLanguages } from './accepted-languages.ts';
import { readPageUrl } from './page-url.ts';
import { type ReadRequest, readViewerKey } from './viewer-key.ts';

/** The request with what else is known of it; nothing is read before a decision comes to a booking that asks for it. */
export function withContext(request: ReadRequest, exchange: Pick<Exchange, 'header'>): AdRequest {
  return new RequestInContext(request, exchange);
}

class RequestInContext implements AdRequest {
  readonly slots: readonly RequestedSlot[];
  readonly parameters: RequestParameters;
  readonly #user: unknown;
  readonly #exchange: Pick<Exchange, 'header'>;
  #context: RequestContext | null = null;

  constructor({ slots, parameters, user }: ReadRequest, exchange: Pick<Exchange, 'header'>) {
    this.slots = slots;
    this.parameters = parameters;
    this.#user = user;
    this.#exchange = exchange;
  }

  get context(): RequestContext {
    this.#context ??= readContext(this.parameters, this.#exchange.header('accept-language'), this.#user);
    return this.#context;
  }
}

/**
 * What the common parameters and the browser's languages say; whatever cannot be read is not known, and never an error.
 * Source: wire-protocol 2.4 and 2.5.
 */
export function readContext(
  parameters: RequestParameters,
  acceptLanguage: string | undefined,
  user?: unknown,
): RequestContext {
  const consent = readConsent(parameters);
  const viewerKey = consent === 'granted' ? readViewerKey(parameters, user) : undefined;
  const pageUrl = readPageUrl(parameters.get('xf')?.[0]) ?? readPageUrl(parameters.get('ur')?.[0]);
  const coordinates = readCoordinates(parameters.get('xc'));
  const country = parameters.get('co')?.[0];
  const region = parameters.get('rg')?.[0];
  return {
    ...(consent === undefined ? {} : { consent }),
    ...(pageUrl === undefined ? {} : { pageUrl }),
    ...(coordinates === undefined ? {} : { coordinates }),
    ...(country === undefined ? {} : { country }),
    ...(region === undefined ? {} : { region }),
    ...(viewerKey === undefined ? {} : { viewerKey }),
    device: knownValues(parameters.get('dt')),
    os: knownValues(parameters.get('de')),
    browser: knownValues(parameters.get('br')),
    language: acceptedLanguages(acceptLanguage),
  };
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
