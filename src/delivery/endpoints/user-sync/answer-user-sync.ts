import { unknownConsent } from '../../../core/consent/combine-consent.ts';
import { hasUse } from '../../../core/consent/consent-table.ts';
import type { UserSyncPartner } from '../../../platform/config/read-lists.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { pageHeaders } from '../../answer/page-headers.ts';
import { sendPixel } from '../../events/send-pixel.ts';
import type { Answer, DeliveryExchange } from '../../listener/exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { readConsent } from '../../request/consent/read-consent.ts';
import type { ContextSources } from '../../request/context-sources.ts';
import { noParameters } from '../../request/request-parameters.ts';
import {
  cookieRules,
  eventCookie,
  forgetUserCookie,
  maxSyncCookies,
  readSyncCookies,
  syncName,
  userCookie,
} from './sync-cookies.ts';

const headers = pageHeaders("default-src 'none'; img-src https: http:; base-uri 'none'; form-action 'none'");

export type UserSyncServices = {
  readonly contextSources: ContextSources;
  readonly userSyncPartners: readonly UserSyncPartner[];
  readonly deliveryUrl: string;
};

/** Lifetime of a partner's identifier in seconds. It is requested again after half a year. */
const userTtlSeconds = 180 * 24 * 60 * 60;
const secondsPerMinute = 60;
/** Longest lifetime of an event in minutes: one year. */
const maxEventMinutes = 365 * 24 * 60;
/** Default lifetime of an event in minutes. */
const defaultEventMinutes = 30 * 24 * 60;
/** Most events of one call. */
const maxEvents = 20;
const noStore = ['cache-control', 'no-store'];
const handlerPath = /^\/handlers\/([^/]+)\/(user_sync|user_sync_discovery)\/?$/;
const eventPath = /^\/usersync\/handlers\/([^/]+)\/user_sync\/?$/;

/**
 * Handles the page and the endpoints with which partners and pages identify a browser: `/iframe/user_sync.html` calls
 * every partner; a partner calls `/handlers/<partner>/user_sync?u=`, and `/handlers/<partner>/user_sync_discovery`
 * calls that partner; `/usersync/handlers/<handler>/user_sync?id=&u=&ttl=` stores events. Without consent, nothing is
 * requested or stored, and the response is the same. Source: wire-protocol 1, 5.1, 5.6 and 5.7;
 * docs/decisions/0039-user-sync.md.
 */
export async function answerUserSync(
  exchange: DeliveryExchange,
  path: string,
  services: UserSyncServices,
): Promise<void> {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
  const query = queryOf(exchange.target);
  if (path === '/iframe/user_sync.html') {
    const partners = mayKeep(exchange, services) ? services.userSyncPartners : [];
    return exchange.send(syncPage(partners.map((partner) => partnerAddress(partner, query, services))));
  }
  const [, partnerName = '', action] = handlerPath.exec(path) ?? [];
  const partner = services.userSyncPartners.find(({ name }) => name === partnerName);
  if (action === 'user_sync') return sendPixel(exchange, userHeaders(exchange, { partner, query }, services));
  if (action === 'user_sync_discovery') {
    const redirect = discovery(exchange, { partner, query }, services);
    return redirect === null ? sendPixel(exchange) : exchange.send(redirect);
  }
  if (eventPath.test(path)) return keepEvents(exchange, query, services);
  sendNotFound(exchange);
}

type PartnerCall = { readonly partner: UserSyncPartner | undefined; readonly query: URLSearchParams };

/** Returns headers that store an identifier, or remove it if consent was withdrawn. */
function userHeaders(exchange: DeliveryExchange, { partner, query }: PartnerCall, services: UserSyncServices) {
  const identifier = query.get('u') ?? '';
  const { state, uses } = consentOf(exchange, services);
  if (partner === undefined) return [];
  if (hasUse(uses, 'userSync')) {
    const cookie = userCookie(partner.name, identifier, userTtlSeconds);
    return cookie === null ? [] : cookies([cookie], services);
  }
  return state === undefined ? [] : cookies([forgetUserCookie(partner.name)], services);
}

/**
 * Redirects to the partner, which sends the browser back. Returns null if there is no partner or no request is allowed.
 */
function discovery(
  exchange: DeliveryExchange,
  { partner, query }: PartnerCall,
  services: UserSyncServices,
): Answer | null {
  if (partner === undefined || !mayKeep(exchange, services)) return null;
  return { status: 302, headers: [...noStore, 'location', partnerAddress(partner, query, services)] };
}

/**
 * Stores events as segments of the browser for their lifetime. The plugin that sends them obtains consent first and
 * does not state it, so events are stored unless stated consent denies them. They are used with consent only.
 */
function keepEvents(exchange: DeliveryExchange, query: URLSearchParams, services: UserSyncServices): void {
  const minutes = Number(query.get('ttl') ?? defaultEventMinutes);
  const names = (query.get('id') ?? '').split(',').filter((name) => syncName.test(name));
  const isUsable = Number.isInteger(minutes) && minutes > 0 && mayNote(exchange, services);
  const { users, events } = readSyncCookies(exchange.header('cookie'));
  const capacity = maxSyncCookies - users.size - events.length;
  const named = [...new Set(names)].slice(0, maxEvents);
  const fresh = named.filter((name) => !events.includes(name)).slice(0, Math.max(0, capacity));
  const kept = named.filter((name) => events.includes(name) || fresh.includes(name));
  const seconds = Math.min(minutes, maxEventMinutes) * secondsPerMinute;
  const headers = isUsable
    ? cookies(
        kept.map((name) => eventCookie(name, seconds)),
        services,
      )
    : [];
  exchange.send({ status: 204, headers: [...noStore, ...headers] });
}

function consentOf(exchange: DeliveryExchange, { contextSources }: UserSyncServices) {
  return readConsent({ parameters: noParameters, exchange }, contextSources.tcfVendorId);
}

function mayKeep(exchange: DeliveryExchange, services: UserSyncServices): boolean {
  return hasUse(consentOf(exchange, services).uses, 'userSync');
}

function mayNote(exchange: DeliveryExchange, services: UserSyncServices): boolean {
  const consent = consentOf(exchange, services);
  return consent === unknownConsent || hasUse(consent.uses, 'userSync');
}

/** Returns the URL of a partner with the return URL and the consent of the browser. */
function partnerAddress(
  { name, url }: UserSyncPartner,
  query: URLSearchParams,
  { deliveryUrl }: UserSyncServices,
): string {
  const values: Readonly<Record<string, string>> = {
    redirect: `${deliveryUrl}/handlers/${name}/user_sync?tl=all&u=`,
    gdpr: query.get('gdpr') ?? '',
    consent: query.get('consentString') ?? query.get('gdpr_consent') ?? query.get('xt') ?? '',
  };
  return url.replace(/\{(redirect|gdpr|consent)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''));
}

function cookies(list: readonly string[], { deliveryUrl }: UserSyncServices): readonly string[] {
  return list.flatMap((cookie) => ['set-cookie', cookie + cookieRules(deliveryUrl)]);
}

function queryOf(target: string): URLSearchParams {
  const at = target.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : target.slice(at));
}

/** Returns a page that loads each of these URLs as an image and runs no script. */
function syncPage(addresses: readonly string[]): Answer {
  const images = addresses.map((address) => `<img src="${escapeHtml(address)}" width="1" height="1" alt="">`);
  return {
    status: 200,
    headers,
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>User sync</title></head><body>${images.join('')}</body></html>`,
  };
}
