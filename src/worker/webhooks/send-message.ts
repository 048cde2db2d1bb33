import { maxWebhookAnswer, webhookTimeoutMs } from '../../core/vocabulary/limits/webhook-limits.ts';
import { type Message, webhookHeaders } from '../../management/resources/webhook/sign-webhook.ts';
import { RefusedAddress } from '../../platform/outgoing/address-guard.ts';
import type { createOutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';

/** Result of one attempt. */
export type SendAttempt = {
  readonly at: Date;
  readonly latencyMs: number;
  /** null: no response. */
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  /** Delay requested by the receiver; null: none. */
  readonly retryAfterMs: number | null;
};

export type Receiver = {
  readonly url: string;
  /** Current signing secrets. */
  readonly secrets: readonly string[];
};

/** Bytes read of a response: the stored part, and enough beyond it to recognize a complete secret. */
const readBytes = 8 * 1024;
const longestErrorText = 200;
const longestRetryAfterSeconds = 24 * 60 * 60;

/**
 * Makes one attempt to deliver a message. Redirects are not followed. null: aborted by the signal, with unknown result.
 */
export async function sendMessage(
  outgoingFetch: ReturnType<typeof createOutgoingFetch>,
  message: Message,
  { url, secrets }: Receiver,
  signal: AbortSignal,
): Promise<SendAttempt | null> {
  const startedMs = performance.now();
  const about = () => ({ at: new Date(message.atMs), latencyMs: Math.round(performance.now() - startedMs) });
  const nothing = { status: null, error: null, answer: null, retryAfterMs: null };
  if (secrets.length === 0) {
    return {
      ...about(),
      ...nothing,
      error: 'The secret cannot be decrypted: it was created under another PLACARD_SECRET. Rotate the secret',
    };
  }
  try {
    const response = await outgoingFetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Placard-Webhooks/1',
        ...webhookHeaders(message, secrets),
      },
      body: message.payload,
      signal,
      timeoutMs: webhookTimeoutMs,
      firstBytes: readBytes,
    });
    const answer = keptOf(await response.text(), secrets);
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'), message.atMs);
    return { ...about(), status: response.status, error: null, answer, retryAfterMs };
  } catch (error) {
    if (signal.aborted) return null;
    return { ...about(), ...nothing, error: inWords(error) };
  }
}

/**
 * Returns the first characters of a response in a form that PostgreSQL can store, without secrets that the receiver
 * included.
 */
function keptOf(text: string, secrets: readonly string[]): string {
  const hidden = secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]);
  const shown = hidden.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  return shown
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '\ufffd')
    .slice(0, maxWebhookAnswer)
    .replace(/[\ud800-\udbff]$/, '');
}

/** Parses seconds or a date (RFC 9110, 10.2.3), limited to one day. */
function retryAfterOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - nowMs) / 1000;
  if (Number.isNaN(seconds)) return null;
  return Math.max(0, Math.min(seconds, longestRetryAfterSeconds)) * 1000;
}

function inWords(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message.slice(0, longestErrorText);
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { name?: string } };
  if (name === 'TimeoutError' || cause?.name === 'TimeoutError' || code === 'ABORT_ERR') {
    return `no response within ${webhookTimeoutMs / 1000} seconds`;
  }
  const text = error instanceof Error ? error.message : String(error);
  return (typeof code === 'string' ? `${code}: ${text}` : text).slice(0, longestErrorText);
}
