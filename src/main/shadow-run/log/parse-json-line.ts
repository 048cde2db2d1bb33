import { readJsonTime } from './log-time.ts';
import { type LoggedAuction, type LoggedCall, pathOfTarget } from './logged-call.ts';

type Fields = Readonly<Record<string, unknown>>;

const timeNames = ['time', 'timestamp', '@timestamp', 'ts', 'time_iso8601', 'time_local', 'msec', 'date', 'at'];
const addressNames = ['remote_addr', 'client_ip', 'remote_ip', 'clientip', 'ip', 'remote_host', 'address'];
const agentNames = ['http_user_agent', 'user_agent', 'userAgent', 'agent', 'ua'];
const refererNames = ['http_referer', 'referer', 'referrer'];
const bodyNames = ['request_body', 'requestBody', 'body'];
const responseNames = ['response_body', 'responseBody'];

/** Reads a line of a JSON access log: the field names of nginx, Apache, Caddy, Traefik and their forwarders. */
export function parseJsonCall(entry: Fields): LoggedCall | string {
  const nested = entry['request'];
  const request: Fields = isFields(nested) ? nested : {};
  const headers = lowerCased(request['headers']);
  const line = typeof nested === 'string' ? /^([A-Z]+) (\S+)/.exec(nested) : null;
  const sent = line?.[2] ?? textAt([request, entry], ['uri', 'request_uri', 'url', 'RequestPath', 'path', 'target']);
  const target = sent === undefined ? null : pathOfTarget(sent);
  if (target === null) return 'no field has the path of the request';
  const query = textAt([entry], ['args', 'query', 'query_string']);
  const atMs = firstTime(entry);
  if (atMs === null) return 'no field has the time of the request';
  const status = [entry['status'], entry['status_code'], entry['DownstreamStatus']].find(isNumberLike);
  const responseHeaders = lowerCased(entry['resp_headers'] ?? entry['response_headers']);
  return {
    atMs,
    method: line?.[1] ?? textAt([request, entry], ['method', 'request_method', 'RequestMethod', 'verb']) ?? 'GET',
    target: query === undefined || target.includes('?') ? target : `${target}?${query.replace(/^\?/, '')}`,
    status: status === undefined ? null : Number(status),
    address: textAt([request, entry], addressNames),
    userAgent: textAt([entry], agentNames) ?? headers('user-agent'),
    referer: textAt([entry], refererNames) ?? headers('referer'),
    language: textAt([entry], ['http_accept_language', 'accept_language']) ?? headers('accept-language'),
    cookie: textAt([entry], ['http_cookie', 'cookie', 'cookies']) ?? headers('cookie'),
    requestBody: bodyAt(entry, bodyNames) ?? bodyAt(request, bodyNames) ?? null,
    responseBody: bodyAt(entry, responseNames) ?? null,
    responseHeader: responseHeaders,
  };
}

/** Reads a line of an auction log: a bid request, alone or next to its response. Returns null if it is neither. */
export function parseAuction(entry: Fields): LoggedAuction | null {
  const request = isBidRequest(entry) ? entry : objectAt(entry, ['request', 'bidrequest', 'bidRequest', 'bid_request']);
  if (request === null || !isBidRequest(request)) return null;
  const response = objectAt(entry, ['response', 'bidresponse', 'bidResponse', 'bid_response']);
  return { atMs: firstTime(entry), request, response };
}

/** Returns true for an OpenRTB bid request. */
export function isBidRequest(value: Fields): boolean {
  return Array.isArray(value['imp']);
}

/** Returns a JSON object; null: the text is not one. */
export function parseFields(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstTime(entry: Fields): number | null {
  for (const name of timeNames) {
    const atMs = readJsonTime(entry[name]);
    if (atMs !== null) return atMs;
  }
  return null;
}

function textAt(objects: readonly Fields[], names: readonly string[]): string | undefined {
  for (const object of objects) {
    for (const name of names) {
      const value = object[name];
      if (typeof value === 'string' && value !== '' && value !== '-') return value;
    }
  }
  return undefined;
}

/** Bodies are texts, or JSON that the logger has already parsed. */
function bodyAt(entry: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = entry[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  }
  return undefined;
}

/** Objects may be logged as text. */
function objectAt(entry: Fields, names: readonly string[]): Fields | null {
  for (const name of names) {
    const value = entry[name];
    if (isFields(value)) return value;
    const parsed = typeof value === 'string' ? parseFields(value) : null;
    if (parsed !== null) return parsed;
  }
  return null;
}

/** Returns a lookup by lower-case name. Loggers write one value or a list per header. */
function lowerCased(headers: unknown): (name: string) => string | undefined {
  if (!isFields(headers)) return () => undefined;
  const values = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value[0] : value]),
  );
  return (name) => {
    const value: unknown = values.get(name);
    return typeof value === 'string' ? value : undefined;
  };
}

function isNumberLike(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^\d{3}$/.test(value));
}
