import { dayMs } from '../../time/durations.ts';

/** Overlap after a webhook secret is rotated, in which messages are also signed with the previous one. */
export const webhookSecretOverlapMs = dayMs;
/** Webhooks per deployment. Each is evaluated for every event. */
export const maxWebhooks = 100;
/** Timeout of a webhook attempt (Standard Webhooks: 15 to 30 seconds). */
export const webhookTimeoutMs = 20 * 1000;
/** Concurrent attempts to one address, so that a slow one does not delay others, and to all. */
export const maxWebhookCallsToOne = 4;
export const maxWebhookCalls = 32;
/** Characters of a response that the delivery log stores. */
export const maxWebhookAnswer = 1_000;
/** Backoff before the second and later attempts (Standard Webhooks, "Example retry schedule"): three days in total. */
export const webhookPausesMs = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000);
/** Time without a successful delivery after which a webhook is disabled. */
export const webhookPatienceMs = 5 * dayMs;
/** Retention of events and their messages, for replay. */
export const eventTtlMs = 30 * dayMs;
