import { z } from 'zod';
import { eventTypes, testEventType } from '../../core/vocabulary/event-types.ts';
import { blockingReasons } from '../../core/vocabulary/reasons.ts';
import { webhookKinds } from '../resource-types/all-resource-types.ts';

const reasons = (description: string) =>
  z
    .array(z.enum(blockingReasons))
    .optional()
    .meta({ description, example: ['NO_CREATIVE'] });

/** Body of the POST request to a webhook. Source: Standard Webhooks; docs/decisions/0050-webhooks.md. */
export const webhookEvent = z
  .strictObject({
    type: z
      .enum([...eventTypes, testEventType])
      .meta({ description: 'Type of the event', example: 'booking.approved' }),
    timestamp: z
      .string()
      .meta({ description: 'Time of the event, RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    data: z.strictObject({
      kind: z.enum([...webhookKinds, 'webhooks', 'report-schedules', 'segments/deliveries']).meta({
        description: 'Type of the object, as in the API path below /api/v1',
        example: 'bookings',
      }),
      id: z.number().meta({ description: 'ID of the object', example: 12 }),
      link: z.string().meta({ description: 'URL of the object', example: 'https://ads.example/api/v1/bookings/12' }),
      status: z
        .string()
        .nullable()
        .meta({ description: 'Status or state after the event. Null if the object has none.', example: 'planned' }),
      previousStatus: z.string().nullable().meta({
        description: 'Status or state before the event. Null if there was none.',
        example: 'pending_approval',
      }),
      actor: z
        .string()
        .nullable()
        .meta({ description: 'Author of the change. Null if the event was automatic.', example: 'service-account:7' }),
      revision: z
        .number()
        .nullable()
        .meta({ description: 'Revision of the change. Null if there is none.', example: 42 }),
      blockingReasons: reasons('For `booking.health_changed`: reasons why the booking does not deliver now'),
      previousBlockingReasons: reasons('For `booking.health_changed`: reasons why the booking did not deliver before'),
      reason: z.string().optional().meta({
        description:
          'For `.rejected`: reason of the reviewer, if given. For `segment_delivery.refused`: error description.',
        example: 'The price cannot be read.',
      }),
      report: z
        .strictObject({
          runId: z.number().meta({ description: 'ID of the run of the schedule', example: 12 }),
          from: z.string().meta({ description: 'First day of the report (inclusive)', example: '2026-11-15' }),
          to: z.string().meta({ description: 'End of the report (exclusive)', example: '2026-11-22' }),
          format: z.enum(['csv', 'xlsx']).meta({ description: 'File format', example: 'xlsx' }),
          rows: z.number().meta({ description: 'Number of rows', example: 120 }),
          downloadUrl: z.string().meta({
            description:
              'Link to the file. Everyone who has the link can download it. The file is generated from the current data on download.',
            example: 'https://ads.example/report-files/MTczMjI1.aBcD',
          }),
          downloadUntil: z.string().meta({ description: 'Expiry of the link', example: '2026-11-29T05:00:00.000Z' }),
        })
        .optional()
        .meta({ description: 'For `report.ready`: the report' }),
    }),
  })
  .meta({ id: 'WebhookEvent', description: 'Body of the POST request that a webhook receives' });
/** An object of `webhookEvent`. */
export type WebhookEvent = z.output<typeof webhookEvent>;
