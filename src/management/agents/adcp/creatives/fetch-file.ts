import type { CreativeBody } from '../../../../contract/creative/creative.ts';
import { maxCheckRedirects } from '../../../../core/vocabulary/limits/creative-limits.ts';
import { maxUploadBytes } from '../../../../core/vocabulary/limits/upload-limits.ts';
import { RefusedAddress } from '../../../../platform/outgoing/address-guard.ts';
import { AnswerTooLarge, createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import { limitConcurrency } from '../../../../platform/process/limit-concurrency.ts';
import type { UploadedFile } from '../../../resources/creative/files/read-upload.ts';

/** A fetched file, or the reason why there is none. The reason never describes the network of the server. */
export type FetchedFile = { readonly file: UploadedFile } | { readonly failure: string };

/** Fetches the file at an address of a buyer. */
export type FetchBuyerFile = (url: string, kind: CreativeBody['kind'], signal: AbortSignal) => Promise<FetchedFile>;

/** Videos are held in memory while they are fetched. Larger ones can be uploaded with the management API. */
const maxMediaBytes = 64 * 1024 * 1024;
const timeoutMs = 15_000;
/** Files fetched at a time by all calls. */
const maxFetchesAtOnce = 3;
const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Placard; file of a creative)', accept: '*/*' };

/** Creates the function that fetches files of buyers. Private addresses are refused, also after redirects. */
export function createBuyerFileFetch(privateTargets: readonly string[]): FetchBuyerFile {
  const outgoingFetch = createOutgoingFetch({ allowed: privateTargets });
  const inTurn = limitConcurrency(maxFetchesAtOnce);
  return (url, kind, signal) =>
    inTurn(async () => {
      const maxBytes = kind === 'video' || kind === 'audio' ? maxMediaBytes : maxUploadBytes;
      const ask = (address: string) => outgoingFetch(address, { headers, signal, timeoutMs, maxBytes });
      try {
        return await follow(url, ask);
      } catch (error) {
        if (signal.aborted) return { failure: 'The time limit of the call was reached before the file was fetched' };
        if (error instanceof RefusedAddress) return { failure: 'The address is not allowed' };
        if (error instanceof AnswerTooLarge) return { failure: `The file exceeds ${maxBytes} bytes` };
        return { failure: 'The server at the address could not be reached' };
      }
    });
}

async function follow(address: string, ask: (url: string) => Promise<Response>): Promise<FetchedFile> {
  let url = URL.parse(address);
  for (let hop = 0; hop <= maxCheckRedirects; hop += 1) {
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
      return { failure: 'The address is not an HTTP address' };
    }
    const answer = await ask(url.href);
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (location === null) return fileOf(answer, url);
    url = URL.parse(location, url.href);
  }
  return { failure: 'The address redirects too often' };
}

async function fileOf(answer: Response, { pathname }: URL): Promise<FetchedFile> {
  if (!answer.ok) return { failure: `The server at the address returned the status ${answer.status}` };
  const content = Buffer.from(await answer.arrayBuffer());
  if (content.length === 0) return { failure: 'The file is empty' };
  const name = pathname.split('/').at(-1) ?? '';
  return { file: { content, name: name.slice(0, 200) } };
}
