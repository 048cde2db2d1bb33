import { detailMessage } from './detail-message.ts';
import { DomainError } from './domain-error.ts';

/** The version of an object that a change was made for, as a client names it by an ETag; null: none was named. */
export type ExpectedVersion = string | null;

/** Refuses a change that names no version. */
export function requireVersion(expected: ExpectedVersion): void {
  if (expected === null) {
    throw new DomainError('precondition_required', { detail: detailMessage('sendIfMatch') });
  }
}

/**
 * Refuses a change of another version than the expected one. Only the version counts, because a computed field that
 * changed since is not a change by another caller that could get lost. A weak tag never matches; `*` matches any.
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
