import { z } from 'zod';
import { blockingReasons, limitingReasons, refusalReasons, remedies } from '../../core/vocabulary/reasons.ts';
import { healths, statuses } from '../../core/vocabulary/statuses.ts';
import { countsShape } from './progress.ts';

const codes = [...new Set([...blockingReasons, ...refusalReasons, ...limitingReasons, 'NO_REQUESTS'] as const)];
const effects = ['blocks', 'limits', 'depends'] as const;
const kinds = ['bookings', 'campaigns', 'creatives', 'inventory/position'] as const;

const diagnosedReason = z
  .strictObject({
    code: z.enum(codes).meta({
      description:
        'Code of `blockingReasons`, `limitingReasons` or a decision trace. `NO_REQUESTS`: no ad request for the position has been received.',
      example: 'NO_FITTING_CREATIVE',
    }),
    effect: z.enum(effects).meta({
      description:
        '`blocks`: the booking does not deliver. `limits`: the booking delivers less. `depends`: the effect depends on the request.',
      example: 'blocks',
    }),
    remedy: z.enum(remedies).meta({
      description:
        'Remedy: an action of that name, `release` (ad operations release the hold), `change` (change the field), `upload` (upload a creative), `embed` (request the position in pages or players), `makegood` (deliver missed plays later) or `wait`',
      example: 'upload',
    }),
    on: z
      .strictObject({
        kind: z
          .enum(kinds)
          .meta({ description: 'Type of the object, as in the API path below /api/v1', example: 'bookings' }),
        id: z.number().meta({ description: 'ID', example: 12 }),
      })
      .meta({ description: 'Affected object' }),
    field: z.string().nullable().meta({
      description: 'JSON pointer to the affected field. Null if no field is affected.',
      example: '/creatives',
    }),
  })
  .meta({ id: 'DiagnosedReason' });

/** Reasons why a booking delivers or does not deliver at present. Source: docs/decisions/0080-diagnosis.md. */
export const bookingDiagnosisView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    at: z.string().meta({ description: 'Evaluated time', example: '2026-11-22T09:00:00.000Z' }),
    status: z.enum(statuses).meta({ description: 'Status', example: 'running' }),
    health: z.enum(healths).meta({ description: 'Delivery health', example: 'ok' }),
    reasons: z
      .array(diagnosedReason)
      .meta({ description: 'Reasons that apply to all positions, in the order of the rules' }),
    positionCount: z.number().meta({ description: 'Number of positions that the booking covers', example: 3 }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Slot name of the position', example: '_home_-leaderboard' }),
          requestsPerDay: z.number().nullable().meta({
            description: 'Average ad requests per day. Null if no ad requests have been received yet.',
            example: 12_400,
          }),
          canShow: z.boolean().meta({
            description:
              'Whether a matching ad request can get the booking now. True if no reason blocks it, for all positions or for this one.',
            example: true,
          }),
          sharePercent: z
            .number()
            .meta({ description: 'Current share of the requests in percent, as in `/shares/preview`', example: 23.5 }),
          deliveredToday: z
            .strictObject(countsShape)
            .meta({ description: 'Events since midnight in the time zone of the publication' }),
          reasons: z.array(diagnosedReason).meta({ description: 'Reasons that apply only to this position' }),
        }),
      )
      .meta({ description: 'Positions with the most requests first, at most 50' }),
  })
  .meta({ id: 'BookingDiagnosis' });
/** An object of `bookingDiagnosisView`. */
export type BookingDiagnosis = z.output<typeof bookingDiagnosisView>;
