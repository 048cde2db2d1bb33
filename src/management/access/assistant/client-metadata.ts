import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { maxRedirectUriLength, maxRedirectUris } from '../../../core/vocabulary/limits/access-limits.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';

/**
 * Metadata of a client (RFC 7591) that are read, from a registration or from the client's own document. All others are
 * ignored, as the standard defines.
 */
export const clientMetadata = z.object({
  redirect_uris: z.array(z.string().max(maxRedirectUriLength)).min(1).max(maxRedirectUris),
  client_name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    // Control and format characters could disguise the name on the approval page.
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u)
    .default('Unnamed assistant'),
  grant_types: z.array(z.string().max(100)).max(10).default(['authorization_code']),
});

/** Returns a function that hashes the network of a client, so that its address is not stored. */
export function createNetworkHash(secret: string): (network: string) => string {
  const key = deriveKey(secret, 'oauth-artifact');
  return (network) => createHmac('sha256', key).update(network).digest('base64url');
}
