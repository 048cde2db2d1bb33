import type { Buyer } from './accounts/read-buyer.ts';
import { sellerCapabilities } from './seller-capabilities.ts';

/**
 * Returns the content of a successful tool call with the members that the library omits: the status of the envelope,
 * and the specialisms and versions of the agent.
 */
export function completedContent(
  tool: string | undefined,
  content: Readonly<Record<string, unknown>>,
  buyer: Pick<Buyer, 'test'>,
): Record<string, unknown> {
  return {
    ...content,
    status: content['status'] ?? 'completed',
    ...(tool === 'get_adcp_capabilities' && { specialisms: sellerCapabilities(buyer).specialisms }),
  };
}
