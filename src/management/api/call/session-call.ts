import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { readSession, type SessionRules } from '../../access/session/session.ts';
import { readCookie, sessionCookie } from '../../access/session/session-cookie.ts';
import { readUserCaller } from '../../access/user/user-caller.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';

/** Header that changes with a cookie require, and its documented value. Any value is accepted. */
export const changeHeader = { name: 'Placard-Session', value: '1' } as const;
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the session rules of this deployment for the current time. */
export function sessionRules(services: ManagementServices): SessionRules {
  const { database, secret, config } = services;
  return { database, secret, limits: config.session, nowMs: services.nowMs?.() ?? Date.now() };
}

/** Returns the token in the cookie of a request. null if there is none. */
export function sessionTokenOf(request: FastifyRequest, services: ManagementServices): string | null {
  return readCookie(request.headers.cookie, sessionCookie, services.config);
}

/** Returns the caller of the session cookie. null without a valid session. */
export async function readSessionCaller(request: FastifyRequest, services: ManagementServices): Promise<Caller | null> {
  const token = sessionTokenOf(request, services);
  const userId = token === null ? null : await readSession(sessionRules(services), token);
  return userId === null ? null : readUserCaller(services.database, userId);
}

/**
 * Refuses cross-site calls with a session cookie. A browser sends the cookie with requests of any site, so the request
 * must come from a page of this origin. Changes also require a header that a page of another origin can send only after
 * a preflight.
 */
export function refuseForeignCall(request: FastifyRequest, services: ManagementServices): void {
  const reads = readingMethods.has(request.method);
  if (!comesFromHere(request, services, reads ? 'reading' : 'changing')) {
    throw new Problem('cross_site_request', { detail: detailMessage('foreignPage') });
  }
  if (!reads && request.headers[changeHeader.name.toLowerCase()] === undefined) {
    throw new Problem('cross_site_request', {
      detail: detailMessage('sendChangeHeader', { header: `${changeHeader.name}: ${changeHeader.value}` }),
    });
  }
}

/**
 * Returns whether a browser sent the request from a page of this origin, according to `Sec-Fetch-Site`, which pages
 * cannot set, or else `Origin`. Navigation by URL or bookmark (`none`) may read. Requests without both headers may also
 * read, because other origins cannot read the response.
 */
export function comesFromHere(
  request: FastifyRequest,
  services: ManagementServices,
  purpose: 'reading' | 'changing',
): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && purpose === 'reading');
  const origin = request.headers.origin;
  if (origin === undefined) return purpose === 'reading';
  return origin === new URL(services.config.publicUrl).origin;
}
