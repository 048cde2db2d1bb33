import type { AuthorizationFile, AuthorizationStatus } from '../../../core/vocabulary/codes/selling-codes.ts';
import type { AuthorizationFileCheck, PropertySelection } from '../../../platform/db/tables/authorization-tables.ts';
import { RefusedAddress } from '../../../platform/outgoing/address-guard.ts';
import { AnswerTooLarge, type OutgoingCall } from '../../../platform/outgoing/outgoing-fetch.ts';
import { readAdagents, selectionOf } from './read-adagents.ts';
import { type AdsTxtRecord, readAdsTxt } from './read-ads-txt.ts';

/** Fetches a URL without following redirects, with a check of the address. */
export type FetchFile = (url: string, call: OutgoingCall) => Promise<Response>;

/** A domain and what its files should contain. */
export type CheckedDomain = {
  readonly domain: string;
  readonly agentUrl: string;
  readonly record: AdsTxtRecord;
  /** app-ads.txt is checked too. */
  readonly hasApps: boolean;
};

export type DomainCheck = {
  readonly files: readonly AuthorizationFileCheck[];
  readonly selection: PropertySelection | null;
};

type Options = { readonly fetchFile: FetchFile; readonly signal: AbortSignal; readonly nowMs: number };

const timeoutMs = 5_000;
const maxRedirects = 4;
const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Placard; check of authorization files)', accept: '*/*' };

/** Fetches the authorization files of a domain and returns what they state about this seller. Nothing else is kept. */
export async function checkDomain(domain: CheckedDomain, options: Options): Promise<DomainCheck> {
  const names: readonly AuthorizationFile[] = domain.hasApps ? ['ads.txt', 'app-ads.txt'] : ['ads.txt'];
  const [adagents, ...others] = await Promise.all([
    checkAdagents(domain, options),
    ...names.map((file) => checkAdsTxt(file, domain, options)),
  ]);
  return { files: [adagents.checked, ...others], selection: adagents.selection };
}

async function checkAdagents({ domain, agentUrl }: CheckedDomain, options: Options) {
  const first = `https://${domain}/.well-known/adagents.json`;
  const found = await fetchText(first, options, 0);
  const own = found.text === null ? null : readAdagents(found.text);
  if (found.text !== null && own === null) return adagentsResult({ ...found, status: 'invalid' });
  if (own?.authoritative_location === undefined) {
    const selection =
      own === null ? null : selectionOf(own, { agentUrl, domain, nowMs: options.nowMs, isOfDomain: true });
    return adagentsResult(found, selection);
  }
  const location = URL.parse(own.authoritative_location);
  if (location?.protocol !== 'https:') return adagentsResult({ ...found, status: 'invalid' });
  const referred = await fetchText(location.href, options, 0);
  const content = referred.text === null ? null : readAdagents(referred.text);
  // A reference may not refer to another one.
  const isInvalid = referred.text !== null && content?.authorized_agents === undefined;
  if (content === null || isInvalid) {
    return adagentsResult(isInvalid ? { ...referred, status: 'invalid' } : referred);
  }
  const question = { agentUrl, domain, nowMs: options.nowMs, isOfDomain: false };
  return adagentsResult(referred, selectionOf(content, question));
}

function adagentsResult({ url, httpStatus, status }: FoundFile, selection: PropertySelection | null = null) {
  const shown = status === 'authorized' && selection === null ? 'not_listed' : status;
  return {
    checked: { file: 'adagents.json', url, httpStatus, status: shown } satisfies AuthorizationFileCheck,
    selection,
  };
}

async function checkAdsTxt(
  file: AuthorizationFile,
  { domain, record }: CheckedDomain,
  options: Options,
): Promise<AuthorizationFileCheck> {
  const { text, ...found } = await fetchText(`https://${domain}/${file}`, options, maxRedirects);
  return { file, ...found, status: text === null ? found.status : readAdsTxt(text, record) };
}

/** `status` is `authorized` if and only if there is a text. */
type FoundFile = Omit<AuthorizationFileCheck, 'file'> & { readonly text: string | null };

/** Fetches a file. Each redirect is resolved and checked separately. */
async function fetchText(url: string, { fetchFile, signal }: Options, redirects: number): Promise<FoundFile> {
  const failed = (status: AuthorizationStatus, httpStatus: number | null = null) =>
    ({ url: url.slice(0, maxKeptUrl), httpStatus, status, text: null }) as const;
  let answer: Response;
  try {
    answer = await fetchFile(url, { headers, signal, timeoutMs });
  } catch (error) {
    if (error instanceof RefusedAddress) return failed('private_address');
    return failed(error instanceof AnswerTooLarge ? 'too_large' : 'unreachable');
  }
  const { status } = answer;
  if (status >= 300 && status < 400) {
    const next = URL.parse(answer.headers.get('location') ?? '', url);
    if (redirects === 0 || next === null || !/^https?:$/.test(next.protocol)) return failed('redirected', status);
    return fetchText(next.href, { fetchFile, signal, nowMs: 0 }, redirects - 1);
  }
  if (status === 404 || status === 410) return failed('missing', status);
  if (status !== 200) return failed('unreachable', status);
  return { url: url.slice(0, maxKeptUrl), httpStatus: status, status: 'authorized', text: await answer.text() };
}

const maxKeptUrl = 2_000;
