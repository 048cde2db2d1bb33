import type { Buyer } from './accounts/read-buyer.ts';
import { sellerCapabilities } from './seller-capabilities.ts';

/** Signatures of the agent. */
const signatures = {
  webhook_signing: {
    supported: true,
    profile: 'adcp/webhook-signing/v1',
    algorithms: ['ed25519'],
    legacy_hmac_fallback: true,
  },
} as const;

/**
 * Returns the content of a successful tool call with the members that the library omits: the status and the idempotency key of the envelope,
 * and the specialisms and signatures of the agent.
 */
export function completedContent(
  { tool, key }: { readonly tool: string | undefined; readonly key: unknown },
  content: Readonly<Record<string, unknown>>,
  buyer: Pick<Buyer, 'test'>,
): Record<string, unknown> {
  return {
    ...content,
    status: content['status'] ?? 'completed',
    ...(typeof key === 'string' && { idempotency_key: key }),
    ...(tool === 'get_adcp_capabilities' && { specialisms: sellerCapabilities(buyer).specialisms, ...signatures }),
  };
}

/** Returns the content of any response with the context of the request, which the library omits for `tasks_get`. */
export function withEchoedContext(
  content: Readonly<Record<string, unknown>>,
  { context }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { ...content, ...(context !== undefined && { context: content['context'] ?? context }) };
}
