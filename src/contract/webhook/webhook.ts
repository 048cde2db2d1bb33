import { z } from 'zod';
import { eventTypes } from '../../core/words/event-types.ts';
import { maxUrlLength } from '../../core/words/limits.ts';
import { commonView, externalIdSchema, idText, instantSchema, nameSchema, pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { webhookEvent } from './webhook-event.ts';

const maxDescriptionLength = 1_000;
const instantExample = '2026-11-21T09:00:00.000Z';

const fields = {
  url: z
    .url({ protocol: /^https?$/, error: fieldMessage('urlExample', { example: 'https://crm.example/placard' }) })
    .max(maxUrlLength, { error: fieldMessage('maxCharacters', { count: maxUrlLength }) })
    // What a name and password in it would be is a secret that everybody who reads the webhook sees.
    .regex(/^[a-z]+:\/\/[^/?#@\s\\]+(?:[/?][^#\s\\]*)?$/, { error: fieldMessage('noUserOrFragment') })
    .meta({
      description:
        'Where events are sent, by https; by http only to addresses that the setting `PLACARD_PRIVATE_TARGETS` names',
      example: 'https://crm.example/placard',
    }),
  eventTypes: z
    .array(z.enum(['*', ...eventTypes]))
    .min(1, { error: fieldMessage('minEntries', { count: 1 }) })
    .max(eventTypes.length + 1)
    .meta({
      description: 'What it is told of; `*`: everything, also what is added later',
      example: ['booking.approved', 'booking.rejected'],
    }),
  active: z.boolean().default(true).meta({
    description: 'Whether events are sent; true again after it was disabled lets those that wait go on',
    example: true,
  }),
  description: z
    .string()
    .trim()
    .max(maxDescriptionLength, { error: fieldMessage('maxCharacters', { count: maxDescriptionLength }) })
    .regex(/^[^\0\p{Cs}]*$/u, { error: fieldMessage('noControl') })
    .nullish()
    .meta({ description: 'What it is for, for people', example: 'Tells the CRM what was approved' }),
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
  description: z.string().nullable().meta({ description: 'What it is for, for people', example: null }),
  secrets: z
    .array(
      z.strictObject({
        createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: instantExample }),
        expiresAt: z
          .string()
          .nullable()
          .meta({ description: 'Nothing is signed with it from then on; null: it is the newest', example: null }),
      }),
    )
    .meta({ description: 'Secrets that each message is signed with, newest first; they themselves cannot be read' }),
  failingSince: z
    .string()
    .nullable()
    .meta({ description: 'First failure since the last success; null: the last attempt succeeded', example: null }),
  disabledAt: z.string().nullable().meta({ description: 'When we switched it off; null: we did not', example: null }),
  disabledReason: z
    .enum(['gone', 'failing'])
    .nullable()
    .meta({ description: '`gone`: it answered 410; `failing`: nothing got through for days', example: null }),
};

/** A webhook as it is read; never with a secret. */
export const webhookView = z.strictObject(viewFields).meta({ id: 'Webhook' });
/** An object of `webhookView`. */
export type WebhookView = z.output<typeof webhookView>;

/** What only the answer to a create, or to a new secret, shows. */
export const webhookWithSecretView = z
  .strictObject({
    ...viewFields,
    secret: z.string().optional().meta({
      description: 'Shown once; keep it. A repeated answer leaves it out',
      example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });

/** How far the sending of one event to one webhook is. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

const attemptView = z.strictObject({
  at: z.string().meta({ description: 'RFC 3339, UTC', example: instantExample }),
  latencyMs: z.number().meta({ description: 'Ms until it was over', example: 84 }),
  status: z.number().nullable().meta({ description: 'HTTP status of the answer; null: there was none', example: 204 }),
  error: z.string().nullable().meta({ description: 'Why there was no answer', example: null }),
  answer: z.string().nullable().meta({ description: 'First characters of the answer', example: 'ok' }),
});

/** One event for one webhook, and what came of it. */
export const webhookDeliveryView = z
  .strictObject({
    id: z.number().meta({ description: 'Id', example: 12 }),
    webhookId: z.number().meta({ description: 'Id of the webhook', example: 12 }),
    messageId: z.string().meta({
      description: 'The header `webhook-id`, the same in each attempt',
      example: 'msg_2c5ea4c0406711e9b2109f3b7c7e1f5a',
    }),
    status: z.enum(deliveryStatuses).meta({
      description: '`failed`: given up after the last attempt; a replay sends it again',
      example: 'delivered',
    }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: instantExample }),
    nextAttemptAt: z.string().nullable().meta({ description: 'When it is tried next; null: it is not', example: null }),
    finishedAt: z
      .string()
      .nullable()
      .meta({ description: 'When it was delivered or given up', example: instantExample }),
    attempts: z.array(attemptView).meta({ description: 'The newest twenty, newest first' }),
    event: webhookEvent,
  })
  .meta({ id: 'WebhookDelivery' });
/** An object of `webhookDeliveryView`. */
export type WebhookDeliveryView = z.output<typeof webhookDeliveryView>;

/** Filters and page of `GET /webhooks/{id}/deliveries`, newest first. */
export const webhookDeliveriesQuery = z.strictObject({
  ...pageQuery(),
  cursor: idText('delivery')
    .optional()
    .meta({ description: 'Where to go on, from the `Link: rel="next"` header: the id of the last one seen' }),
  status: z.enum(deliveryStatuses).optional().meta({ description: 'How far it is', example: 'failed' }),
  type: z
    .enum([...eventTypes, 'webhook.test'])
    .optional()
    .meta({ description: 'Type of the event', example: 'booking.approved' }),
});
/** A valid `webhookDeliveriesQuery`. */
export type WebhookDeliveriesQuery = z.output<typeof webhookDeliveriesQuery>;

/** Which events are sent again. */
export const webhookReplayBody = z
  .strictObject({ since: instantSchema.meta({ description: 'Events since then', example: '2026-11-21T00:00:00Z' }) })
  .meta({ id: 'WebhookReplayBody' });

/** What a replay will send. */
export const webhookReplayView = z
  .strictObject({ deliveries: z.number().meta({ description: 'Events that will be sent', example: 12 }) })
  .meta({ id: 'WebhookReplay' });
