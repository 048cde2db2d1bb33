import { z } from 'zod';
import { blockingReasons, limitingReasons, refusalReasons, remedies } from '../../core/words/reasons.ts';
import { healths, statuses } from '../../core/words/statuses.ts';
import { countsShape } from './progress.ts';

const codes = [...new Set([...blockingReasons, ...refusalReasons, ...limitingReasons, 'NO_REQUESTS'] as const)];
const effects = ['blocks', 'limits', 'depends'] as const;
const kinds = ['bookings', 'campaigns', 'creatives', 'inventory/position'] as const;

const diagnosedReason = z
  .strictObject({
    code: z.enum(codes).meta({
      description:
        'The codes of `blockingReasons`, `limitingReasons` and of the traces of decisions; `NO_REQUESTS`: nobody asked for the position yet',
      example: 'NO_FITTING_CREATIVE',
    }),
    effect: z.enum(effects).meta({
      description: '`blocks`: it is not shown; `limits`: it is shown less; `depends`: on each request',
      example: 'blocks',
    }),
    remedy: z.enum(remedies).meta({
      description:
        'What takes it away: an action of that name, `release` (ad operations end their hold), `change` of a member, `upload` of a ' +
        'creative, `embed` (pages or players have to ask for the position), or `wait`',
      example: 'upload',
    }),
    on: z
      .strictObject({
        kind: z.enum(kinds).meta({ description: 'As in its path below /api/v1', example: 'bookings' }),
        id: z.number().meta({ description: 'Id', example: 12 }),
      })
      .meta({ description: 'On what' }),
    field: z
      .string()
      .nullable()
      .meta({ description: 'JSON pointer of the member that it is about; null: none', example: '/creatives' }),
  })
  .meta({ id: 'DiagnosedReason' });

/** Why a booking delivers or does not, here and now. Source: docs/decisions/0080-diagnosis.md. */
export const bookingDiagnosisView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking', example: 12 }),
    at: z.string().meta({ description: 'The moment that was looked at', example: '2026-11-22T09:00:00.000Z' }),
    status: z.enum(statuses).meta({ description: 'Status', example: 'running' }),
    health: z.enum(healths).meta({ description: 'How it is doing', example: 'ok' }),
    reasons: z.array(diagnosedReason).meta({ description: 'What is in its way everywhere, in the order of the rules' }),
    positionCount: z.number().meta({ description: 'Positions that it covers', example: 3 }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Its slot name', example: '_home_-leaderboard' }),
          requestsPerDay: z
            .number()
            .nullable()
            .meta({ description: 'Requests of a usual day; null: nobody asked yet', example: 12_400 }),
          canShow: z.boolean().meta({
            description: 'True: a request that it is meant for may get it now; nothing blocks it, here or everywhere',
            example: true,
          }),
          sharePercent: z
            .number()
            .meta({ description: 'Part of the requests that it is given now, as in `/shares/preview`', example: 23.5 }),
          deliveredToday: z
            .strictObject(countsShape)
            .meta({ description: 'Since midnight by the clock of the publication' }),
          reasons: z.array(diagnosedReason).meta({ description: 'What is in its way here alone' }),
        }),
      )
      .meta({ description: 'The most visited first, at most 50' }),
  })
  .meta({ id: 'BookingDiagnosis' });
/** An object of `bookingDiagnosisView`. */
export type BookingDiagnosis = z.output<typeof bookingDiagnosisView>;
