import { detailMessage } from './detail-message.ts';
import { DomainError } from './domain-error.ts';

/** Version of an object that the client's change is based on, as an ETag. null if it sent none. */
export type ExpectedVersion = string | null;

/** Refuses a change without a version. */
export function requireVersion(expected: ExpectedVersion): void {
  if (expected === null) {
    throw new DomainError('precondition_required', { detail: detailMessage('sendIfMatch') });
  }
}

/**
 * Refuses a change of another version than the expected one. Only the version is compared, because a computed field
 * that has changed is not an update that could be lost. A weak tag never matches. `*` matches any version.
 */
export function checkVersion(expected: ExpectedVersion, version: number): void {
  if (expected === null || expected.trim() === '*') return;
  const versions = expected.split(',').map((tag) => /^"(\d+)(?:-[\w-]+)?"$/.exec(tag.trim())?.[1]);
  if (versions.includes(String(version))) return;
  const detail = versions.every((one) => one === undefined)
    ? detailMessage('invalidIfMatch', { given: expected })
    : detailMessage('staleVersion', { version, given: expected });
  throw new DomainError('stale_version', { detail });
}
