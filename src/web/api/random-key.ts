const keyBytes = 16;

/** A random idempotency key. `crypto.randomUUID` is not available on pages without TLS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(keyBytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
