import { z } from 'zod';
import { eventTypes, testEventType } from '../../core/words/event-types.ts';
import { blockingReasons } from '../../core/words/reasons.ts';
import { webhookKinds } from '../resource-types/all-resource-types.ts';

const reasons = (description: string) =>
  z
    .array(z.enum(blockingReasons))
    .optional()
    .meta({ description, example: ['NO_CREATIVE'] });

/** What a webhook receives as the body of a POST. Source: Standard Webhooks; docs/decisions/0050-webhooks.md. */
export const webhookEvent = z
  .strictObject({
    type: z.enum([...eventTypes, testEventType]).meta({ description: 'What happened', example: 'booking.approved' }),
    timestamp: z.string().meta({ description: 'When it happened: RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
    data: z.strictObject({
      kind: z.enum([...webhookKinds, 'webhooks', 'report-schedules', 'segments/deliveries']).meta({
        description: 'Kind of the object, as in its path below /api/v1',
        example: 'bookings',
      }),
      id: z.number().meta({ description: 'Id of the object', example: 12 }),
      link: z.string().meta({ description: 'Where it can be read', example: 'https://ads.example/api/v1/bookings/12' }),
      status: z
        .string()
        .nullable()
        .meta({ description: 'Status or state after it; null: it has none', example: 'planned' }),
      previousStatus: z
        .string()
        .nullable()
        .meta({ description: 'Before it; null: there was none', example: 'pending_approval' }),
      actor: z
        .string()
        .nullable()
        .meta({ description: 'Who did it; null: it came by itself', example: 'service-account:7' }),
      revision: z.number().nullable().meta({ description: 'Revision of the change; null: none', example: 42 }),
      blockingReasons: reasons('Of `booking.health_changed`: everything that keeps the booking from delivering now'),
      previousBlockingReasons: reasons('Of `booking.health_changed`: what did before'),
      reason: z.string().optional().meta({
        description: 'Of `.rejected`: why, when the reviewer said. Of `segment_delivery.refused`: what was wrong',
        example: 'The price cannot be read.',
      }),
      report: z
        .strictObject({
          runId: z.number().meta({ description: 'Run of the schedule', example: 12 }),
          from: z.string().meta({ description: 'First day that is included', example: '2026-11-15' }),
          to: z.string().meta({ description: 'Day before which it ends', example: '2026-11-22' }),
          format: z.enum(['csv', 'xlsx']).meta({ description: 'The file', example: 'xlsx' }),
          rows: z.number().meta({ description: 'Rows that it has', example: 120 }),
          downloadUrl: z.string().meta({
            description: 'The file, for whoever has this link, as it is when it is asked for',
            example: 'https://ads.example/report-files/MTczMjI1.aBcD',
          }),
          downloadUntil: z.string().meta({ description: 'When the link ends', example: '2026-11-29T05:00:00.000Z' }),
        })
        .optional()
        .meta({ description: 'Of `report.ready`: the report' }),
    }),
  })
  .meta({ id: 'WebhookEvent', description: 'Body of the POST that a webhook receives' });
/** An object of `webhookEvent`. */
export type WebhookEvent = z.output<typeof webhookEvent>;
