import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** 192 bits and more are asked for. */
const secretBytes = 32;

/** 256 random bits, written as receivers' libraries read a secret. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export type Message = {
  /** The same in each attempt. */
  readonly id: string;
  /** Of this attempt, epoch ms. */
  readonly atMs: number;
  readonly payload: string;
};

/**
 * The three headers by which a receiver knows a message as ours and as new, with a signature by each secret.
 * Source: Standard Webhooks 1.0.0, "Signature scheme".
 */
export function webhookHeaders(message: Message, secrets: readonly string[]): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.atMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.payload}`).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
