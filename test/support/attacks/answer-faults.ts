import { type ProblemCode, problems } from '../../../src/contract/common/problems.ts';
import { findLeaks } from '../process/leaks.ts';
import type { RecordedExchange } from '../server/exchange.ts';

/** Response statuses of operations according to the contract. */
export type Statuses = readonly {
  readonly method: string;
  readonly pattern: RegExp;
  readonly statuses: ReadonlySet<number>;
}[];

/** Errors with their own format. All other errors are problem details. */
const otherForms: readonly { readonly paths: RegExp; readonly form: string; readonly type: RegExp }[] = [
  // HTML pages without scripts.
  {
    paths: /^\/(?:sign-in|sign-out|account|connect|invitation|auth\/callback)(?:\/|$)/,
    form: 'page',
    type: /^text\/html/,
  },
  // Page that browsers get for an unknown path.
  { paths: /^\/nosuch$/, form: 'page', type: /^text\/html/ },
  { paths: /^\/oauth2\/authorize/, form: 'page', type: /^text\/(?:html|plain)/ },
  // RFC 6749, 5.2; RFC 7009, 2.2.1; RFC 7662, 2.3; OpenID Connect Back-Channel Logout 1.0, 2.8.
  { paths: /^\/oauth2\/|^\/auth\/back-channel-logout\//, form: 'OAuth', type: /^application\/json/ },
  // Errors of MCP as in JSON-RPC 2.0.
  { paths: /^\/agents\/mcp$/, form: 'JSON-RPC', type: /^application\/json/ },
  // Responses for monitoring.
  { paths: /^\/health(?:\/ready)?$/, form: 'state', type: /^application\/json/ },
  { paths: /^\/\.well-known\/oauth-authorization-server$/, form: 'OAuth', type: /^application\/json/ },
];

/** Statuses that every operation may return before its handler: unknown path, unknown method, headers too large. */
const ofTheListener = new Set([404, 405, 431]);

/** Returns the problem code of a response and a description of all its faults. */
export function findFaults(
  exchange: RecordedExchange,
  statuses: Statuses | null,
): { code: string | null; faults: string[] } {
  const { method, url, status, headers, body } = exchange;
  const path = url.split('?', 1)[0] ?? '';
  const about = `${method} ${path.slice(0, 120)} ${status}`;
  const faults: string[] = [];
  // Input of the client, such as a name, may be returned to it.
  const echoed = `${url} ${exchange.sent.body}`;
  // Pages of the guide contain queries for DuckDB.
  const text = status === 200 && path.startsWith('/docs/') ? '' : body;
  for (const leak of findLeaks(text, echoed)) faults.push(`${about} contains ${leak}: ${body.slice(0, 800)}`);
  if (status < 400) return { code: null, faults };
  const type = String(headers['content-type'] ?? '');
  const other = otherForms.find(({ paths }) => paths.test(path));
  if (other !== undefined && !type.startsWith('application/problem+json')) {
    if (!other.type.test(type)) faults.push(`${about} is ${type} instead of the format ${other.form}`);
    if (other.form === 'OAuth' && !/"error":"[a-z_]+"/.test(body))
      faults.push(`${about} contains no error code: ${body}`);
    return { code: null, faults };
  }
  if (!type.startsWith('application/problem+json'))
    faults.push(`${about} is ${type} instead of a problem: ${body.slice(0, 200)}`);
  const code = method === 'HEAD' ? null : codeOf(body);
  if (method === 'HEAD') return { code, faults };
  if (code === null) faults.push(`${about} has no documented code: ${body.slice(0, 200)}`);
  else if (problems[code].status !== status) faults.push(`${about} has the code ${code} of another status`);
  const documented = statuses?.find((one) => one.method === method && one.pattern.test(path));
  if (documented !== undefined && !documented.statuses.has(status) && !ofTheListener.has(status)) {
    faults.push(`${about} (${code}) is not documented in the contract`);
  }
  return { code, faults };
}

function codeOf(body: string): ProblemCode | null {
  try {
    const { code, type } = JSON.parse(body) as { code: ProblemCode; type: string };
    return Object.hasOwn(problems, code) && type === `/problems/${code}` ? code : null;
  } catch {
    return null;
  }
}
