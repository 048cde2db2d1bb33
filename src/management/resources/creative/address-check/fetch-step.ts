import { isInsecure } from '../../../../core/creative/check-creative.ts';
import type { CreativeCheckCode } from '../../../../core/vocabulary/creative-checks.ts';
import { maxCheckRedirects } from '../../../../core/vocabulary/limits/creative-limits.ts';
import { RefusedAddress } from '../../../../platform/outgoing/address-guard.ts';
import { AnswerTooLarge, type createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';

/** One requested URL with its status and error code. null: no response, no error. */
export type FetchStep = {
  readonly url: string;
  readonly status: number | null;
  readonly code: CreativeCheckCode | null;
};

export type Fetched = {
  /** One step per redirect. */
  readonly steps: readonly FetchStep[];
  /** Body of the last response. null if there is none. */
  readonly text: string | null;
};

export type FetchOptions = {
  readonly outgoingFetch: ReturnType<typeof createOutgoingFetch>;
  readonly signal: AbortSignal;
  /** Number of bytes to read. Omitted: all, at most a megabyte. */
  readonly firstBytes?: number;
};

const timeoutMs = 5_000;
const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Placard; check of a creative)', accept: '*/*' };
/** Most stored characters of a redirect URL. */
const keptLength = 2_000;

/** Fetches a URL and follows redirects. Each URL is resolved and checked separately before connecting. */
export async function fetchStep(address: string, options: FetchOptions): Promise<Fetched> {
  const steps: FetchStep[] = [];
  let url = address;
  for (let hop = 0; hop <= maxCheckRedirects; hop += 1) {
    const answer = await ask(url, options);
    const kept = url.slice(0, keptLength);
    if (typeof answer === 'string') return { steps: [...steps, { url: kept, status: null, code: answer }], text: null };
    const { status } = answer;
    const location = status >= 300 && status < 400 ? answer.headers.get('location') : null;
    const isFine = location !== null || (status >= 200 && status < 300);
    const insecure = isInsecure(url) ? 'INSECURE_CONTENT' : null;
    steps.push({ url: kept, status, code: isFine ? insecure : 'ADDRESS_UNREACHABLE' });
    if (location === null) return { steps, text: isFine ? await answer.text() : null };
    const next = URL.parse(location, url);
    if (next === null)
      return { steps: [...steps.slice(0, -1), { url: kept, status, code: 'ADDRESS_UNREACHABLE' }], text: null };
    url = next.href;
  }
  const code = 'TOO_MANY_REDIRECTS';
  return { steps: [...steps, { url: url.slice(0, keptLength), status: null, code }], text: null };
}

/** Returns the response or the error code. */
async function ask(
  url: string,
  { outgoingFetch, signal, firstBytes }: FetchOptions,
): Promise<Response | CreativeCheckCode> {
  const target = URL.parse(url);
  if (target === null || !/^https?:$/.test(target.protocol)) return 'ADDRESS_UNREACHABLE';
  try {
    return await outgoingFetch(target.href, {
      headers,
      signal,
      timeoutMs,
      ...(firstBytes !== undefined && { firstBytes }),
    });
  } catch (error) {
    // All other errors of a third-party server mean that it is unreachable.
    if (error instanceof RefusedAddress) return 'ADDRESS_PRIVATE';
    return error instanceof AnswerTooLarge ? 'ANSWER_TOO_LARGE' : 'ADDRESS_UNREACHABLE';
  }
}
