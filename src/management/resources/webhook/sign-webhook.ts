import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** The specification requires at least 192 bits. */
const secretBytes = 32;

/** Returns 256 random bits in the format of receivers' libraries. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export type Message = {
  /** Same ID in each attempt. */
  readonly id: string;
  /** Time of this attempt, epoch ms. */
  readonly atMs: number;
  readonly payload: string;
};

/**
 * Returns the three headers that authenticate a message and its time, with one signature per secret. Source: Standard
 * Webhooks 1.0.0, "Signature scheme".
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
