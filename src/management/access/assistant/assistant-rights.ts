/*
 * Assistants of people: OAuth 2.1 for public clients, bound to `/agents/mcp`.
 *
 * - `register-client.ts`: dynamic client registration (RFC 7591). `assistant-clients.ts`: the stored clients.
 * - `approvals.ts`: requests for approval. `consent-routes.ts`, `consent-pages.ts`: the page on which a person decides.
 * - `assistant-connections.ts`: approved clients of a person. `connection-list.ts`: their list on the account page.
 * - `oauth-artifacts.ts`: codes, refresh tokens and grants of the authorization server. `verify-assistant-token.ts`: the
 *   caller of a token. `protected-resources.ts`: metadata of RFC 9728.
 *
 * The protocol itself is in `access/token`. See docs/decisions/0241-oauth-for-people.md.
 */

/** Rights that a person grants to an assistant, as OAuth scopes: reading, and preparing drafts. */
export const assistantRights = ['assistant:read', 'assistant:draft'] as const;
export type AssistantRight = (typeof assistantRights)[number];

/** Returns whether a text is a right of an assistant. */
export function isAssistantRight(text: string): text is AssistantRight {
  return (assistantRights as readonly string[]).includes(text);
}

/** Returns the requested rights. Unknown scopes are ignored (RFC 6749 3.3); a request without a known one gets all. */
export function requestedRights(scope: string | undefined): readonly AssistantRight[] {
  const known = [...new Set((scope ?? '').split(' '))].filter(isAssistantRight);
  return known.length === 0 ? assistantRights : known;
}
