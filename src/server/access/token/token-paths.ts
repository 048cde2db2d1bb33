/** Where tokens are given. */
export const tokenPath = '/oauth2/token';
