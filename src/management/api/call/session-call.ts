import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller.ts';
import { readSession, type SessionRules } from '../../access/session/session.ts';
import { readCookie, sessionCookie } from '../../access/session/session-cookie.ts';
import { readUserCaller } from '../../access/user/user-caller.ts';
import { detailMessage } from '../../records/detail-message.ts';
import type { ManagementServices } from '../management-services.ts';
import { Problem } from '../problem/problem.ts';

/** The header that a change by cookie needs, and what to send in it; any value does. */
export const changeHeader = { name: 'Placard-Session', value: '1' } as const;
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The sessions of this deployment, as of now. */
export function sessionRules(services: ManagementServices): SessionRules {
  const { database, secret, config } = services;
  return { database, secret, limits: config.session, nowMs: services.nowMs?.() ?? Date.now() };
}

/** The token in the cookie of a request; null: there is none. */
export function sessionTokenOf(request: FastifyRequest, services: ManagementServices): string | null {
  return readCookie(request.headers.cookie, sessionCookie, services.config);
}

/** The person whose session the cookie of a request is; null: nobody is signed in there. */
export async function readSessionCaller(request: FastifyRequest, services: ManagementServices): Promise<Caller | null> {
  const token = sessionTokenOf(request, services);
  const userId = token === null ? null : await readSession(sessionRules(services), token);
  return userId === null ? null : readUserCaller(services.database, userId);
}

/**
 * A browser sends the cookie whoever made it call. So a call by cookie must come from a page of ours, and a change must
 * carry a header besides, which no page of somebody else can add without being asked for it first.
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
 * Whether a browser made the request for a page of ours: it says so in `Sec-Fetch-Site`, which no page can write, and else
 * in `Origin`. What is typed or opened from a bookmark (`none`) may read. Who says neither may read as well, because
 * there are no answers that other origins could read.
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
