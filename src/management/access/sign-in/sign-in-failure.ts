import type { Translate } from '../../../messages/translate.ts';

/** Why a sign-in at an identity provider failed. */
export type FailureReason =
  | 'unknown-provider'
  | 'provider-away'
  | 'no-flow'
  | 'refused'
  | 'not-proven'
  | 'no-address'
  | 'address-taken'
  | 'archived';

type About = {
  /** The error code of the provider, as OAuth 2.0 defines it. */
  readonly said?: string | undefined;
  /** The subject at the provider. */
  readonly subject?: string | undefined;
  readonly cause?: unknown;
};

/** A sign-in at an identity provider failed. The page states the reason and the remedy. */
export class SignInFailure extends Error {
  readonly reason: FailureReason;
  readonly about: About;
  readonly provider: string;

  constructor(reason: FailureReason, provider: string, about: About = {}) {
    super(`sign-in failed: ${reason}`, { cause: about.cause });
    this.reason = reason;
    this.provider = provider;
    this.about = about;
  }
}

/** Status, title and detail of the page for each reason. */
export function describeSignInFailure({ reason, provider, about }: SignInFailure, t: Translate): FailureText {
  switch (reason) {
    case 'unknown-provider':
      return { status: 404, title: t('signIn.title.unknownProvider'), detail: t('signIn.error.unknownProvider') };
    case 'provider-away':
      return {
        status: 502,
        title: t('signIn.title.providerUnavailable', { provider }),
        detail: t('signIn.error.providerUnavailable', { provider }),
      };
    case 'no-flow':
      return { status: 400, title: t('signIn.title.signInExpired'), detail: t('signIn.error.signInExpired') };
    case 'refused':
      return {
        status: 403,
        title: t('signIn.title.refused', { provider }),
        detail: t('signIn.error.refused', { provider, reason: safeCode(about.said) }),
      };
    case 'not-proven':
      return {
        status: 502,
        title: t('signIn.title.invalidResponse', { provider }),
        detail: t('signIn.error.invalidResponse'),
      };
    case 'no-address':
      return {
        status: 403,
        title: t('signIn.title.noVerifiedEmail'),
        detail: t('signIn.error.noVerifiedEmail', { provider }),
      };
    case 'address-taken':
      return {
        status: 409,
        title: t('signIn.title.emailTaken'),
        detail: t('signIn.error.emailTaken', { provider, subject: about.subject ?? '–' }),
      };
    case 'archived':
      return { status: 403, title: t('signIn.title.accountArchived'), detail: t('signIn.error.accountArchived') };
  }
}

type FailureText = { readonly status: number; readonly title: string; readonly detail: string };

/** The error code of the provider if it is one of OAuth 2.0. Any other text is not repeated. */
function safeCode(code: string | undefined): string {
  return code !== undefined && /^[a-z_]{1,40}$/.test(code) ? code : '–';
}
