import { createHmac } from 'node:crypto';
import { type SignerKey, signWebhook } from '@adcp/sdk/signing';
import { webhookTimeoutMs } from '../../../../core/vocabulary/limits/webhook-limits.ts';
import { RefusedAddress } from '../../../../platform/outgoing/address-guard.ts';
import type { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import type { NotificationReceiver } from './receiver-of-call.ts';

/** A message for one receiver. */
export type OutgoingNotification = {
  readonly url: string;
  readonly receiver: Omit<NotificationReceiver, 'url'>;
  readonly idempotencyKey: string;
  /** JSON text. */
  readonly payload: string;
};

export type NotificationSender = {
  readonly outgoingFetch: ReturnType<typeof createOutgoingFetch>;
  readonly key: SignerKey;
  readonly nowMs: () => number;
};

/** Outcome of one attempt. `refused`: repeating it has the same result. */
export type NotificationAttempt = {
  readonly outcome: 'delivered' | 'refused' | 'again';
  readonly status: number | null;
};

/** Number of bytes of a response that are read. Its content is not used. */
const readBytes = 1_024;

/** Makes one attempt to deliver a notification. The body is equal for all attempts; redirects are not followed. */
export async function sendNotification(
  { url, receiver, idempotencyKey, payload }: OutgoingNotification,
  { outgoingFetch, key, nowMs }: NotificationSender,
  signal: AbortSignal,
): Promise<NotificationAttempt> {
  const body = JSON.stringify({
    ...(JSON.parse(payload) as object),
    idempotency_key: idempotencyKey,
    ...operationOf(url),
    ...(receiver.token !== undefined && { token: receiver.token }),
  });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Placard-Webhooks/1' };
  try {
    const answer = await outgoingFetch(url, {
      method: 'POST',
      headers: { ...headers, ...proofOf({ url, headers, body }, receiver, key, nowMs()) },
      body,
      signal,
      timeoutMs: webhookTimeoutMs,
      firstBytes: readBytes,
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return { outcome: 'delivered', status };
    return { outcome: status >= 500 || status === 429 || status === 408 ? 'again' : 'refused', status };
  } catch (error) {
    return { outcome: error instanceof RefusedAddress ? 'refused' : 'again', status: null };
  }
}

/** Returns the headers that prove the sender: the signature, or the legacy scheme that the receiver has selected. */
function proofOf(
  request: { readonly url: string; readonly headers: Record<string, string>; readonly body: string },
  { authentication }: Omit<NotificationReceiver, 'url'>,
  key: SignerKey,
  nowMs: number,
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000);
  if (authentication === undefined) {
    return signWebhook({ method: 'POST', ...request }, key, { now: () => seconds }).headers;
  }
  const { schemes, credentials } = authentication;
  if (schemes[0] === 'Bearer') return { authorization: `Bearer ${credentials}` };
  const signature = createHmac('sha256', credentials).update(`${seconds}.${request.body}`).digest('hex');
  return { 'x-adcp-timestamp': String(seconds), 'x-adcp-signature': `sha256=${signature}` };
}

/** Buyers embed the ID of their operation as the last part of the path. */
function operationOf(url: string): { operation_id?: string } {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return /^[A-Za-z0-9_.:-]{1,255}$/.test(last) ? { operation_id: last } : {};
}
