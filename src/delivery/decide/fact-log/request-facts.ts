import type { AdRequest, RequestParameters } from '../../../core/decision/ad-request.ts';
import type { FactValues, RequestContext } from '../../../core/targeting/targeting.ts';
import { createRecentMap } from '../../recent-map.ts';

/** Longest value, and most values of one kind. More are cut off. */
const maxLength = 200;
const maxValues = 20;
/** Most key-values. */
const maxParameters = 30;
/** Texts and page URLs whose JSON is cached, a few hundred bytes each. */
const knownTexts = 20_000;
const knownPages = 4_000;

/**
 * Parameters that are not key-values: identifiers of viewers, devices, sessions and page views, consent, coordinates,
 * and those with a column of their own. Source: docs/decisions/0209-request-facts.md.
 */
const otherParameters: ReadonlySet<string> = new Set(
  'ui xz xs x5 pi fp se hh rn tl xt gdpr gpp gpp_sid us_privacy xc xf ur co rg dt de br kw pc pd'.split(' '),
);

const texts = createRecentMap<string, string>(knownTexts);
const pages = createRecentMap<string, string>(knownPages);

/**
 * Returns the facts of a request that are equal for all its slots, as JSON properties with a leading comma: those of
 * `RequestFactsLine`. Segments are empty without consent, as in targeting.
 */
export function sharedFacts({ context = {}, parameters }: Pick<AdRequest, 'context' | 'parameters'>): string {
  return (
    (context.consent === undefined ? '' : `,"consent":"${context.consent}"`) +
    property('country', firstOf(context.country)?.toUpperCase()) +
    property('region', lastOf(context.region)) +
    property('device', firstOf(context.device)) +
    property('os', firstOf(context.os)) +
    property('browser', firstOf(context.browser)) +
    property('language', lastOf(context.language)) +
    pageOf(context, parameters) +
    list('keywords', parameters.get('kw')) +
    list('categories', parameters.get('pc')) +
    list('products', parameters.get('pd')) +
    list('segments', context.segments)
  );
}

/** Returns the key-values of a slot as JSON properties: its own precede those of the request. */
export function keyValues(common: RequestParameters, own: RequestParameters): string {
  let json = '';
  let count = 0;
  const add = (parameters: RequestParameters, except: RequestParameters | null) => {
    for (const [key, values] of parameters) {
      if (count >= maxParameters || otherParameters.has(key) || except?.has(key) === true) continue;
      json += `${count === 0 ? '' : ','}${quoted(key)}:${arrayOf(values)}`;
      count += 1;
    }
  };
  if (own.size > 0) add(own, null);
  add(common, own.size > 0 ? own : null);
  return json;
}

/** The page is sent encoded, and most requests are for few pages. */
function pageOf(context: RequestContext, parameters: RequestParameters): string {
  const sent = parameters.get('xf')?.[0] ?? parameters.get('ur')?.[0];
  if (sent === undefined) return '';
  let json = pages.get(sent);
  if (json === undefined) {
    const { pageUrl = '' } = context;
    const end = pageUrl.search(/[?#]/);
    json = property('page', (end === -1 ? pageUrl : pageUrl.slice(0, end)) || undefined);
    pages.set(sent, json);
  }
  return json;
}

function property(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${quoted(value)}`;
}

function list(name: string, values: FactValues | undefined): string {
  if (values === undefined || values.length === 0) return '';
  return `,"${name}":${arrayOf(typeof values === 'string' ? [values] : values)}`;
}

function arrayOf(values: readonly string[]): string {
  if (values.length === 1) return `[${quoted(values[0] as string)}]`;
  return `[${values.slice(0, maxValues).map(quoted).join(',')}]`;
}

function quoted(text: string): string {
  let json = texts.get(text);
  if (json === undefined) {
    json = JSON.stringify(text.slice(0, maxLength));
    texts.set(text, json);
  }
  return json;
}

function firstOf(values: FactValues | undefined): string | undefined {
  return typeof values === 'string' ? values : values?.[0];
}

function lastOf(values: FactValues | undefined): string | undefined {
  return typeof values === 'string' ? values : values?.[values.length - 1];
}
