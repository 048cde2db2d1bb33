import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ExpectedVersion } from '../../records/expected-version.ts';

/**
 * Returns the strong ETag of an object: its version and a hash of the response, because computed fields (such as
 * status) change without a new version.
 */
export function etagOf(version: number, text: string): string {
  return `"${version}-${createHash('sha256').update(text).digest('base64url').slice(0, 11)}"`;
}

/** Returns whether If-None-Match contains the current ETag (RFC 9110, 13.1.2; weak comparison). */
export function isNotModified(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** Returns the If-Match header. null if the client sent none. */
export function ifMatchOf(request: FastifyRequest): ExpectedVersion {
  return request.headers['if-match'] ?? null;
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
