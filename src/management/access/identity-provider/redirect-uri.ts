/** Path of the redirect URI that every identity provider shared in earlier versions. */
export const sharedRedirectPath = '/auth/callback';

/** Returns the redirect path of one identity provider. No other provider can send responses to it. */
export function ownRedirectPath(providerId: number): string {
  return `${sharedRedirectPath}/${providerId}`;
}

/** Returns the path of the redirect URI that is sent to an identity provider. */
export function redirectPathOf(provider: { readonly id: number; readonly sharedRedirect: boolean }): string {
  return provider.sharedRedirect ? sharedRedirectPath : ownRedirectPath(provider.id);
}
