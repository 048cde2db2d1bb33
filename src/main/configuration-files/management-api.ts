import { openAsBlob } from 'node:fs';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import type { Environment } from '../command-line/command-context.ts';

/** Remaining lifetime in milliseconds at which an access token is renewed. */
const renewBeforeMs = 60_000;
/** Timeout of a call in milliseconds: the largest configuration is applied in a few minutes. */
const callTimeoutMs = 30 * 60_000;

/** Response of the API. `body` is parsed JSON; null if there is none. */
export type ApiAnswer = { readonly status: number; readonly body: unknown };

/** Access to the API of a running installation. */
export type ManagementApi = {
  readonly address: string;
  call(method: 'GET' | 'POST', path: string, json?: unknown): Promise<ApiAnswer>;
  download(path: string): Promise<Buffer>;
  /** Uploads a file and returns its `uploadId`. */
  upload(file: { readonly path: string; readonly name: string }): Promise<string>;
};

/**
 * Opens the API with `PLACARD_URL`, `PLACARD_CLIENT_ID` and `PLACARD_CLIENT_SECRET`.
 * @param url replaces `PLACARD_URL`
 */
export function openManagementApi(environment: Environment, url: string | null): ManagementApi {
  const address = (url ?? environment['PLACARD_URL'] ?? 'http://localhost:8080').replace(/\/+$/, '');
  const clientId = required(environment, 'PLACARD_CLIENT_ID');
  const clientSecret = required(environment, 'PLACARD_CLIENT_SECRET');
  const token = openToken(address, { clientId, clientSecret });
  const send = async (path: string, init: RequestInit & { readonly duplex?: 'half' }) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${await token()}`);
    return reach(address, `${address}/api/v1${path}`, { ...init, headers });
  };
  return {
    address,
    async call(method, path, json) {
      const body =
        json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
      const response = await send(path, { method, ...body });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
    async download(path) {
      const response = await send(path, { method: 'GET' });
      if (!response.ok) throw new ExplainedError(`${path}: status ${response.status}. ${await response.text()}`);
      return Buffer.from(await response.arrayBuffer());
    },
    upload: (file) => uploadFile(send, file),
  };
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (value !== undefined && value !== '') return value;
  throw new ExplainedError(
    `${name} is required. Create a service account with the scopes of the configuration under Administration, Service accounts.`,
  );
}

function openToken(address: string, account: { readonly clientId: string; readonly clientSecret: string }) {
  let current: { readonly text: string; readonly endsAtMs: number } | null = null;
  return async () => {
    if (current !== null && Date.now() < current.endsAtMs - renewBeforeMs) return current.text;
    const form = { grant_type: 'client_credentials', client_id: account.clientId, client_secret: account.clientSecret };
    const response = await reach(address, `${address}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    if (!response.ok) {
      throw new ExplainedError(
        `${address} refused the service account: status ${response.status}. Check PLACARD_CLIENT_ID and PLACARD_CLIENT_SECRET.`,
      );
    }
    const { access_token: text, expires_in: seconds } = (await response.json()) as {
      access_token: string;
      expires_in: number;
    };
    current = { text, endsAtMs: Date.now() + seconds * 1000 };
    return text;
  };
}

async function reach(address: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(callTimeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new ExplainedError(`${address} cannot be reached (${cause}). Check PLACARD_URL or --url.`, { cause: error });
  }
}

/** Sends a file with the resumable upload protocol (tus 1.0.0). */
async function uploadFile(
  send: (path: string, init: RequestInit) => Promise<Response>,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<string> {
  const content = await openAsBlob(path);
  const tus = { 'tus-resumable': '1.0.0' };
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const begun = await send('/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(content.size), 'upload-metadata': metadata },
  });
  if (!begun.ok) throw new ExplainedError(`${path}: the upload was refused. ${await begun.text()}`);
  const { uploadId } = (await begun.json()) as { uploadId: string };
  if (content.size === 0) return uploadId;
  const sent = await send(`/uploads/${uploadId}`, {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: content,
  });
  if (!sent.ok) throw new ExplainedError(`${path}: the upload failed. ${await sent.text()}`);
  return uploadId;
}
