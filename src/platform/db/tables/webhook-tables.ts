import type { Generated } from 'kysely';
import type { CommonColumns, Json, WithDefault } from '../columns.ts';

/** Tables of webhooks and their deliveries. */
export type WebhookTables = {
  readonly webhook: WebhookTable;
  readonly webhookDelivery: WebhookDeliveryTable;
  readonly webhookAttempt: WebhookAttemptTable;
};

export type WebhookTable = CommonColumns & {
  url: string;
  eventTypes: string[];
  active: boolean;
  description: string | null;
  /** Encrypted, newest first. */
  sealedSecrets: Json<{ sealed: string; createdAt: string; expiresAt: string | null }[]>;
  /** Time of the first failure since the last success. */
  failingSince: Date | null;
  disabledAt: Date | null;
  /** `gone` or `failing`; null: only its owner disabled it. */
  disabledReason: string | null;
};
export type WebhookDeliveryTable = {
  id: Generated<number>;
  webhookId: number;
  eventId: number;
  status: WithDefault<string>;
  round: WithDefault<number>;
  /** Attempts of this round. */
  attempts: WithDefault<number>;
  /** Tests are attempted once, even for a disabled webhook. */
  isTest: WithDefault<boolean>;
  createdAt: WithDefault<Date>;
  nextAttemptAt: Date | null;
  claimedUntil: Date | null;
  finishedAt: Date | null;
};
export type WebhookAttemptTable = {
  id: Generated<number>;
  deliveryId: number;
  at: Date;
  latencyMs: number;
  /** null: no response. */
  status: number | null;
  error: string | null;
  /** First characters of the response. */
  answer: string | null;
};
