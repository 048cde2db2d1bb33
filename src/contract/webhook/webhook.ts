import { z } from 'zod';
import { eventTypes } from '../../core/vocabulary/event-types.ts';
import { maxUrlLength } from '../../core/vocabulary/limits/api-limits.ts';
import { commonView, externalIdSchema, idText, instantSchema, nameSchema, pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { webhookEvent } from './webhook-event.ts';

const maxDescriptionLength = 1_000;
const instantExample = '2026-11-21T09:00:00.000Z';

const fields = {
  url: z
    .url({ protocol: /^https?$/, error: fieldMessage('urlExample', { example: 'https://crm.example/placard' }) })
    .max(maxUrlLength, { error: fieldMessage('maxCharacters', { count: maxUrlLength }) })
    // A user name and password in the URL would be readable by every reader of the webhook.
    .regex(/^[a-z]+:\/\/[^/?#@\s\\]+(?:[/?][^#\s\\]*)?$/, { error: fieldMessage('noUserOrFragment') })
    .meta({
      description:
        'URL to which events are sent, with https. http is only allowed for addresses in the setting `PLACARD_PRIVATE_TARGETS`.',
      example: 'https://crm.example/placard',
    }),
  eventTypes: z
    .array(z.enum(['*', ...eventTypes]))
    .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
    .max(eventTypes.length + 1)
    .meta({
      description: 'Types of the events to send. `*`: all types, including types that are added later.',
      example: ['booking.approved', 'booking.rejected'],
    }),
  active: z.boolean().default(true).meta({
    description:
      'Whether events are sent. Setting it to `true` after the webhook was disabled also sends the pending events.',
    example: true,
  }),
  description: z
    .string()
    .trim()
    .max(maxDescriptionLength, { error: fieldMessage('maxCharacters', { count: maxDescriptionLength }) })
    .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noControl') })
    .nullish()
    .meta({ description: 'Purpose of the webhook, as free text', example: 'Reports approvals to the CRM' }),
};

/** Creates or replaces a webhook. Source: product decisions 3; docs/decisions/0050-webhooks.md. */
export const webhookBody = z
  .strictObject({ name: nameSchema.meta({ example: 'CRM' }), externalId: externalIdSchema, ...fields })
  .meta({ id: 'WebhookBody' });
/** A valid `webhookBody`. */
export type WebhookBody = z.output<typeof webhookBody>;

const viewFields = {
  ...commonView,
  ...fields,
  active: z.boolean().meta({ description: 'Whether events are sent', example: true }),
  description: z.string().nullable().meta({ description: 'Purpose of the webhook, as free text', example: null }),
  secrets: z
    .array(
      z.strictObject({
        createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: instantExample }),
        expiresAt: z.string().nullable().meta({
          description: 'Time from which the secret no longer signs messages. Null for the newest secret.',
          example: null,
        }),
      }),
    )
    .meta({ description: 'Secrets that sign each message, newest first. The secrets themselves cannot be read.' }),
  failingSince: z.string().nullable().meta({
    description: 'Time of the first failure since the last success. Null if the last attempt succeeded.',
    example: null,
  }),
  disabledAt: z
    .string()
    .nullable()
    .meta({ description: 'Time at which Placard disabled the webhook. Null if it did not.', example: null }),
  disabledReason: z.enum(['gone', 'failing']).nullable().meta({
    description:
      'Reason why Placard disabled the webhook. `gone`: the URL returned 410. `failing`: all attempts failed for days. Null if it was not disabled.',
    example: null,
  }),
};

/** A webhook as returned by the API, without its secrets. */
export const webhookView = z.strictObject(viewFields).meta({ id: 'Webhook' });
/** An object of `webhookView`. */
export type WebhookView = z.output<typeof webhookView>;

/** A webhook with its new secret. Returned only when the webhook or the secret is created. */
export const webhookWithSecretView = z
  .strictObject({
    ...viewFields,
    secret: z.string().optional().meta({
      description:
        'Signing secret, returned only once. Store it safely. A repeated response to the same `Idempotency-Key` omits it.',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });

/** Statuses of sending one event to one webhook. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

const attemptView = z.strictObject({
  at: z.string().meta({ description: 'RFC 3339, UTC', example: instantExample }),
  latencyMs: z.number().meta({ description: 'Duration of the attempt in milliseconds', example: 84 }),
  status: z
    .number()
    .nullable()
    .meta({ description: 'HTTP status of the response. Null if there was no response.', example: 204 }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Reason why there was no response. Null if there was a response.', example: null }),
  answer: z
    .string()
    .nullable()
    .meta({ description: 'First characters of the response body. Null if there was no response.', example: 'ok' }),
});

/** A webhook message: one event for one webhook, with its attempts. */
export const webhookDeliveryView = z
  .strictObject({
    id: z.number().meta({ description: 'ID', example: 12 }),
    webhookId: z.number().meta({ description: 'ID of the webhook', example: 12 }),
    messageId: z.string().meta({
      description: 'Value of the header `webhook-id`, the same for each attempt',
      example: 'msg_2c5ea4c0406711e9b2109f3b7c7e1f5a',
    }),
    status: z.enum(deliveryStatuses).meta({
      description:
        'Status of the message. `failed`: all attempts failed, and no further one is scheduled. A replay sends the message again.',
      example: 'delivered',
    }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: instantExample }),
    nextAttemptAt: z
      .string()
      .nullable()
      .meta({ description: 'Time of the next attempt. Null if there is none.', example: null }),
    finishedAt: z.string().nullable().meta({
      description: 'Time at which the message was delivered or failed. Null while it is pending.',
      example: instantExample,
    }),
    attempts: z.array(attemptView).meta({ description: 'Latest 20 attempts, newest first' }),
    event: webhookEvent,
  })
  .meta({ id: 'WebhookDelivery' });
/** An object of `webhookDeliveryView`. */
export type WebhookDeliveryView = z.output<typeof webhookDeliveryView>;

/** Filters and page of `GET /webhooks/{id}/deliveries`, newest first. */
export const webhookDeliveriesQuery = z.strictObject({
  ...pageQuery(),
  cursor: idText('delivery').optional().meta({
    description:
      'Cursor of the next page, from the `Link: rel="next"` header: the ID of the last message of the previous page',
  }),
  status: z.enum(deliveryStatuses).optional().meta({ description: 'Status of the message', example: 'failed' }),
  type: z
    .enum([...eventTypes, 'webhook.test'])
    .optional()
    .meta({ description: 'Type of the event', example: 'booking.approved' }),
});
/** A valid `webhookDeliveriesQuery`. */
export type WebhookDeliveriesQuery = z.output<typeof webhookDeliveriesQuery>;

/** Selects the events to send again. */
export const webhookReplayBody = z
  .strictObject({
    since: instantSchema.meta({ description: 'Start of the period (inclusive)', example: '2026-11-21T00:00:00Z' }),
  })
  .meta({ id: 'WebhookReplayBody' });

/** Result of a replay request. */
export const webhookReplayView = z
  .strictObject({ deliveries: z.number().meta({ description: 'Number of messages that will be sent', example: 12 }) })
  .meta({ id: 'WebhookReplay' });
