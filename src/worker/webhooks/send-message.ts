import { maxWebhookAnswer, webhookTimeoutMs } from '../../core/words/limits.ts';
import { type Message, webhookHeaders } from '../../management/resources/webhook/sign-webhook.ts';
import { RefusedAddress } from '../../platform/outgoing/address-guard.ts';
import type { createOutgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts';

/** What came of one attempt. */
export type SendAttempt = {
  readonly at: Date;
  readonly latencyMs: number;
  /** null: there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  /** What the receiver asked for; null: nothing. */
  readonly retryAfterMs: number | null;
};

export type Receiver = {
  readonly url: string;
  /** Those that messages are signed with now. */
  readonly secrets: readonly string[];
};

/** Read of an answer: what is kept of it, and enough behind that for a secret in it to be seen whole. */
const readBytes = 8 * 1024;
const longestErrorText = 200;
const longestRetryAfterSeconds = 24 * 60 * 60;

/**
 * One attempt to deliver a message. Redirects are answers like others. Null: it was broken off by the signal, and nobody
 * knows what came of it.
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
    return { ...about(), ...nothing, error: 'no secret: it was made under another PLACARD_SECRET; give it a new one' };
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

/** The first characters of an answer as PostgreSQL can keep them, without any secret that the receiver wrote into it. */
function keptOf(text: string, secrets: readonly string[]): string {
  const hidden = secrets.flatMap((secret) => [secret, secret.replace(/^whsec_/, '')]);
  const shown = hidden.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  return shown
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '\ufffd')
    .slice(0, maxWebhookAnswer)
    .replace(/[\ud800-\udbff]$/, '');
}

/** Seconds or a date (RFC 9110, 10.2.3); a day at most. */
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
    return `no answer within ${webhookTimeoutMs / 1000} seconds`;
  }
  const text = error instanceof Error ? error.message : String(error);
  return (typeof code === 'string' ? `${code}: ${text}` : text).slice(0, longestErrorText);
}
