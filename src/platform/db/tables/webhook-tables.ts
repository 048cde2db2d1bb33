import type { Generated } from 'kysely';
import type { CommonColumns, Json, WithDefault } from '../columns.ts';

/** The tables of webhooks and of what they are sent. */
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
  /** Encrypted, the newest first. */
  sealedSecrets: Json<{ sealed: string; createdAt: string; expiresAt: string | null }[]>;
  /** Of the first failure since the last success. */
  failingSince: Date | null;
  disabledAt: Date | null;
  /** `gone` or `failing`; null: nobody but its owner switched it off. */
  disabledReason: string | null;
};
export type WebhookDeliveryTable = {
  id: Generated<number>;
  webhookId: number;
  eventId: number;
  status: WithDefault<string>;
  round: WithDefault<number>;
  /** Of this round. */
  attempts: WithDefault<number>;
  /** It is tried once, and also when its webhook is off. */
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
  /** null: there was no answer. */
  status: number | null;
  error: string | null;
  /** Its first characters. */
  answer: string | null;
};
