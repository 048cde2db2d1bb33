/** Path of the redirect URI that every identity provider shared in earlier versions. */
export const sharedRedirectPath = '/auth/callback';

/** The path at which the answers of one identity provider arrive, so that no other provider can cause them. */
export function ownRedirectPath(providerId: number): string {
  return `${sharedRedirectPath}/${providerId}`;
}

/** The path of the redirect URI that is sent to an identity provider. */
export function redirectPathOf(provider: { readonly id: number; readonly sharedRedirect: boolean }): string {
  return provider.sharedRedirect ? sharedRedirectPath : ownRedirectPath(provider.id);
}
