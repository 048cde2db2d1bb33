/** Most levels of objects and lists in a message. The deepest request of the protocol has about ten. */
const maxDepth = 50;

/**
 * Returns why a message of an agent cannot be processed: text that PostgreSQL cannot store, or too many levels. null: it
 * can. The message is untrusted and may be nested arbitrarily, so the stack is not used.
 */
export function messageFault(message: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: message, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) {
        return 'Text must not contain the character U+0000 or unpaired surrogates';
      }
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= maxDepth) return `A message has at most ${maxDepth} levels`;
      for (const [key, member] of Object.entries(value)) {
        open.push({ value: key, depth: depth + 1 }, { value: member, depth: depth + 1 });
      }
    }
  }
  return null;
}

/** Returns the JSON-RPC error for a message with a fault. */
export function faultAnswer(message: unknown, fault: string) {
  const { id } = (message ?? {}) as { readonly id?: unknown };
  const known = typeof id === 'number' || (typeof id === 'string' && id.isWellFormed()) ? id : null;
  return { jsonrpc: '2.0', id: known, error: { code: -32_602, message: fault } };
}
