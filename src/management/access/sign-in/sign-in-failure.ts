/** Why somebody who came back from an identity provider is not signed in. */
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
  /** What the provider said, as a code of OAuth 2.0. */
  readonly said?: string | undefined;
  /** Who they are there. */
  readonly subject?: string | undefined;
  readonly cause?: unknown;
};

/** Somebody cannot sign in with their account elsewhere; the page tells them why and what they can do. */
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

/** Status, title and sentence of the page for each reason. */
export function failureInWords({ reason, provider, about }: SignInFailure) {
  switch (reason) {
    case 'unknown-provider':
      return {
        status: 404,
        title: 'There is no such way to sign in',
        detail: 'It may have been removed. Choose one of those that are there.',
      };
    case 'provider-away':
      return {
        status: 502,
        title: `${provider} cannot be reached`,
        detail: `Please try again in a moment. If it goes on, ask your administrator whether the settings of ${provider} are right.`,
      };
    case 'no-flow':
      return {
        status: 400,
        title: 'This sign-in is over',
        detail:
          'It took longer than ten minutes, was finished already, or began in another browser. Please begin again.',
      };
    case 'refused':
      return {
        status: 403,
        title: `${provider} did not sign you in`,
        detail: `It said: ${safeCode(about.said)}. Please try again, or ask who looks after ${provider}.`,
      };
    case 'not-proven':
      return {
        status: 502,
        title: `${provider} did not say who you are`,
        detail: 'What it answered is not valid, or was used already. Please begin again.',
      };
    case 'no-address':
      return {
        status: 403,
        title: 'Your account cannot be used here',
        detail: `${provider} sent no verified e-mail address in a domain that an administrator has confirmed for this provider. Ask your administrator to confirm the domain.`,
      };
    case 'address-taken':
      return {
        status: 409,
        title: 'There is a user with your e-mail address already',
        detail: `An address alone proves nothing. Ask your administrator to connect that user with ${provider}, where you are ${about.subject ?? 'unknown'}.`,
      };
    case 'archived':
      return {
        status: 403,
        title: 'Your account is closed',
        detail: 'An administrator has closed it. Ask them if you should have one.',
      };
  }
}

/** Codes are words; anything else is not repeated. */
function safeCode(code: string | undefined): string {
  return code !== undefined && /^[a-z_]{1,40}$/.test(code) ? code.replaceAll('_', ' ') : 'no reason';
}
