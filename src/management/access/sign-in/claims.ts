import type { IDToken } from 'openid-client';
import { emailSchema } from '../../../contract/access/user.ts';

/** Tolerance for provider clocks that are ahead, in seconds. */
const clockToleranceSeconds = 60;
/** Source: OpenID Connect Core 1.0, 2 (`sub`: 255 characters at most). */
const subjectPattern = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Throws for claims that the library accepts but a correct provider never sends. */
export function requirePlausible(claims: IDToken): void {
  requireSubject(claims.sub);
  if (claims.iat > Date.now() / 1000 + clockToleranceSeconds)
    throw new Error('The iat of the ID token is in the future');
}

/** Throws for a subject that cannot identify a person. */
export function requireSubject(subject: string): void {
  if (!subjectPattern.test(subject) || subject.trim() === '') {
    throw new Error('The subject is empty, longer than 255 characters or contains control characters');
  }
}

/** Returns the email address of a claim if it is valid for a user, otherwise null. */
export function userEmail(claim: unknown): string | null {
  const read = emailSchema.safeParse(claim);
  return read.success ? read.data : null;
}
