import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/**
 * The strong ETag of an object: its version, then a hash of what is shown, because computed fields (a status, say)
 * change with the clock and not with the version.
 */
export function etagOf(version: number, text: string): string {
  return `"${version}-${createHash('sha256').update(text).digest('base64url').slice(0, 11)}"`;
}

/** True when If-None-Match names what we would send: the client has it already (RFC 9110, 13.1.2; weak comparison). */
export function isFresh(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** Refuses a change without If-Match: 428. */
export function requireIfMatch(ifMatch: string | undefined): void {
  if (ifMatch === undefined) {
    throw new Problem('precondition_required', { detail: 'Send the ETag that you read as If-Match' });
  }
}

/**
 * Refuses a change of another version than the one that If-Match names: 412. Only the version counts, because a
 * computed field that moved on since is no change of somebody else that could get lost. A weak tag never matches.
 */
export function checkIfMatch(header: string | undefined, version: number): void {
  if (header === undefined || header.trim() === '*') return;
  const versions = tagsOf(header).map((tag) => /^"(\d+)(?:-[\w-]+)?"$/.exec(tag)?.[1]);
  if (versions.includes(String(version))) return;
  const detail = versions.every((one) => one === undefined)
    ? `If-Match must be an ETag as it was sent, with its quotes, or *; ${header} is neither`
    : `The object is at version ${version}; If-Match names ${header}`;
  throw new Problem('stale_version', { detail });
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
