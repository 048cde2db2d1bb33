import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ExpectedVersion } from '../../records/expected-version.ts';

/**
 * The strong ETag of an object: its version, then a hash of what is shown, because computed fields (a status, say)
 * change with the clock and not with the version.
 */
export function etagOf(version: number, text: string): string {
  return `"${version}-${createHash('sha256').update(text).digest('base64url').slice(0, 11)}"`;
}

/** True when If-None-Match names what we would send: the client has it already (RFC 9110, 13.1.2; weak comparison). */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** The version that a change was made for; null: the client named none. */
export function ifMatchOf(request: FastifyRequest): ExpectedVersion {
  return request.headers['if-match'] ?? null;
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
