import { publishedCapabilities } from './published-capabilities.ts';
import type { SellerContext } from './seller-context.ts';

/** A tool call, for its response. */
type AnsweredCall = {
  readonly tool: string | undefined;
  /** Idempotency key of the arguments. */
  readonly key: unknown;
};

/**
 * Returns the content of a successful tool call with the members that the library omits: the status and the idempotency
 * key of the envelope, and most capabilities of the agent.
 */
export async function completedContent(
  { tool, key }: AnsweredCall,
  content: Readonly<Record<string, unknown>>,
  { services, buyer }: Pick<SellerContext, 'services' | 'buyer'>,
): Promise<Record<string, unknown>> {
  const named =
    tool === 'get_adcp_capabilities' ? await publishedCapabilities(services.database, buyer, content) : content;
  return { ...named, status: named['status'] ?? 'completed', ...(typeof key === 'string' && { idempotency_key: key }) };
}

/** Returns the content of any response with the context of the request, which the library omits for `tasks_get`. */
export function withEchoedContext(
  content: Readonly<Record<string, unknown>>,
  { context }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { ...content, ...(context !== undefined && { context: content['context'] ?? context }) };
}
