import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kysely } from 'kysely';
import {
  allCallsLookedAtASecond,
  callsLookedAtASecond,
  maxPeekedBodyBytes,
  maxWatchedClients,
} from '../../../core/vocabulary/limits/access-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { hashClientSecret, matchesAnyHash } from '../service-account/client-secret.ts';
import { createHashReader } from './read-secret-hashes.ts';

const secondMs = 1_000;

type Second = { readonly beganAtMs: number; calls: number };
/**
 * Hashes of a client's valid secrets, read at the start of its one-second window. null if the database is unreachable.
 */
type Watched = { readonly beganAtMs: number; hashes: Promise<readonly string[] | null> | null; calls: number };

/**
 * Rate limit for wrong secrets. Each guess costs the token service some milliseconds and delays other requests. After a
 * few calls of a client per second, or more calls of all clients together, further wrong secrets are refused after one
 * hash comparison, with the same response. A correct secret is always accepted from every address, so guessing cannot
 * lock out an account.
 */
export class WrongSecrets {
  readonly #readHashes: ReturnType<typeof createHashReader>;
  readonly #secret: string;
  readonly #watched = new Map<string, Watched>();
  #all: Second = { beganAtMs: 0, calls: 0 };

  constructor(options: { readonly database: Kysely<Database>; readonly secret: string }) {
    this.#readHashes = createHashReader(options.database);
    this.#secret = options.secret;
  }

  /** Returns whether the request was answered here. The body stays readable for the next handler. */
  async refuses(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.method !== 'POST') return false;
    const given = await readCredentials(request);
    if (given === null || !(await this.#isOneTooMany(given))) return false;
    const body = '{"error":"invalid_client","error_description":"client authentication failed"}';
    response.writeHead(401, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(given.isBasic ? { 'www-authenticate': 'Basic realm="placard", error="invalid_client"' } : {}),
    });
    response.end(body);
    return true;
  }

  async #isOneTooMany({ clientId, clientSecret }: Credentials): Promise<boolean> {
    const watched = this.#watchedOf(clientId);
    if (performance.now() - this.#all.beganAtMs >= secondMs) this.#all = { beganAtMs: performance.now(), calls: 0 };
    this.#all.calls += 1;
    // Below the limits the token service itself checks the secret against the database.
    if (watched.calls < callsLookedAtASecond && this.#all.calls <= allCallsLookedAtASecond) {
      watched.calls += 1;
      return false;
    }
    // null: the database is unreachable. The token service responds to this.
    watched.hashes ??= this.#readHashes(clientId);
    const hashes = await watched.hashes;
    return hashes !== null && !matchesAnyHash(hashClientSecret(this.#secret, clientSecret), hashes);
  }

  #watchedOf(clientId: string): Watched {
    const current = this.#watched.get(clientId);
    if (current !== undefined && performance.now() - current.beganAtMs < secondMs) return current;
    const watched = { beganAtMs: performance.now(), hashes: null, calls: 0 };
    this.#watched.delete(clientId);
    this.#watched.set(clientId, watched);
    const [oldest] = this.#watched.keys();
    if (this.#watched.size > maxWatchedClients && oldest !== undefined) this.#watched.delete(oldest);
    return watched;
  }
}

type Credentials = { readonly clientId: string; readonly clientSecret: string; readonly isBasic: boolean };

/**
 * Returns the credentials of a request. null if they are missing or cannot be read here; the token service then reports
 * the error.
 */
async function readCredentials(request: IncomingMessage): Promise<Credentials | null> {
  const { authorization } = request.headers;
  const given = authorization === undefined ? await readForm(request) : readBasic(authorization);
  // PostgreSQL refuses NUL characters. No client ID contains one.
  if (given === null || given.clientId === '' || given.clientId.includes('\0')) return null;
  return given;
}

function readBasic(authorization: string): Credentials | null {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const parts = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'));
  const [clientId, clientSecret] = (parts ?? []).slice(1).map((part) => new URLSearchParams(`x=${part}`).get('x'));
  return clientId && clientSecret ? { clientId, clientSecret, isBasic: true } : null;
}

async function readForm(request: IncomingMessage): Promise<Credentials | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return null;
  const body = await peekBody(request).catch(() => null);
  if (body === null) return null;
  const form = new URLSearchParams(body.toString('utf8'));
  const [ids, secrets] = [form.getAll('client_id'), form.getAll('client_secret')];
  const [clientId, clientSecret] = [ids[0], secrets[0]];
  if (ids.length > 1 || secrets.length > 1 || !clientId || !clientSecret) return null;
  return { clientId, clientSecret, isBasic: false };
}

/** Returns the body and leaves it readable. null if it exceeds the size limit or has no Content-Length. */
async function peekBody(request: IncomingMessage): Promise<Buffer | null> {
  const length = Number(request.headers['content-length']);
  if (!Number.isInteger(length) || length < 1 || length > maxPeekedBodyBytes) return null;
  const chunks: Buffer[] = [];
  for (let received = 0; received < length; ) {
    const chunk = request.read() as Buffer | null;
    if (chunk === null) await once(request, 'readable');
    else {
      chunks.push(chunk);
      received += chunk.length;
    }
    if (request.destroyed || request.readableEnded) return null;
  }
  const body = Buffer.concat(chunks);
  request.unshift(body);
  return body;
}
