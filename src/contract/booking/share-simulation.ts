import { z } from 'zod';
import { idSchema } from '../common/common.ts';
import { refusedView } from '../insight/funnel.ts';
import { bookingBody } from './booking.ts';
import {
  maxNamedCompetitors,
  maxPositionsInTotal,
  maxPreviewedPositions,
  positionSharesView,
} from './share-preview.ts';

/** Number of past days whose recorded requests are replayed: a full week, so that each day of the week occurs once. */
export const recordedDays = 7;
/** Most requests that are replayed. */
export const maxReplayedRequests = 20_000;

/** Reasons why another booking gets less with the draft. Source: docs/decisions/0095-simulations.md. */
export const lossReasons = ['LOST_BY_SHARE', 'CLAIM_COMES_FIRST', 'FILL_NOT_NEEDED', 'EXCLUSION_LABEL'] as const;
/** One of `lossReasons`. */
export type LossReason = (typeof lossReasons)[number];

/** Assumptions of a simulation where the actual behavior cannot be known. Source: docs/decisions/0095-simulations.md. */
export const simulationAssumptions = [
  'APPROVED',
  'CREATIVES_FIT',
  'CAPS_LEFT_OUT',
  'TARGETING_NOT_RECORDED',
  'NO_REQUESTS_RECORDED',
] as const;
/** One of `simulationAssumptions`. */
export type SimulationAssumption = (typeof simulationAssumptions)[number];

/** A draft booking: a new booking, or a change of a saved booking. */
export const draftBookingBody = bookingBody
  .safeExtend({
    bookingId: idSchema('saved booking that the draft replaces')
      .nullish()
      .meta({ description: 'Saved booking that the draft replaces. Null for a new booking.' }),
  })
  .meta({ id: 'DraftBookingBody' });
/** A valid `draftBookingBody`. */
export type DraftBookingBody = z.output<typeof draftBookingBody>;

const instant = (description: string) => z.string().meta({ description, example: '2026-11-22T09:00:00.000Z' });
const perDay = (description: string) => z.number().nullable().meta({ description, example: 1_240 });
const count = (description: string) => z.number().meta({ description, example: 12_400 });

/** The recorded requests that a simulation uses. */
export const recordView = z
  .strictObject({
    from: instant('Time of the oldest request. Null if there are no requests.').nullable(),
    to: instant('Time of the newest request. Null if there are no requests.').nullable(),
    days: z.number().meta({ description: 'Number of past days that were searched', example: recordedDays }),
    requests: count(`Requests of the booked positions that were replayed, at most ${maxReplayedRequests}`),
    found: count('Requests of the booked positions that were found'),
    complete: z.boolean().meta({
      description:
        'Whether all stored requests of these days were read. False if only a sample of each hour was read because there are too many requests, or if requests are missing, for example those of an unreachable host.',
      example: true,
    }),
    hosts: z.strictObject({
      read: z.number().meta({ description: 'Number of hosts whose requests were read', example: 1 }),
      known: z.number().meta({ description: 'Number of hosts that answer ad requests', example: 1 }),
    }),
  })
  .meta({ id: 'RequestRecord', description: 'Recorded requests that the result is based on' });

const reasonOfLoss = z.enum(lossReasons).nullable().meta({
  description:
    'Reason why the booking gets less. `LOST_BY_SHARE`: it shares requests with the draft by weight. `CLAIM_COMES_FIRST`: the draft has a share of voice or a goal. `FILL_NOT_NEEDED`: the booking fills, and less is left to fill. `EXCLUSION_LABEL`: bookings with a common label do not win slots of the same request. Null if it loses nothing.',
  example: 'LOST_BY_SHARE',
});

const { competitors, others, ...own } = positionSharesView;
const totalFields = {
  ...own,
  expectedPerDay: perDay('Expected impressions per day. Null if the number of requests is unknown.'),
  expectedPerDayBefore: perDay(
    'Expected impressions per day of the saved booking without the change. Null for a new booking, or if unknown.',
  ),
  competitors: z
    .array(
      competitors.element
        .extend({
          expectedPerDay: perDay('Expected impressions per day without the draft. Null if unknown.'),
          expectedPerDayWith: perDay('Expected impressions per day with the draft. Null if unknown.'),
          reason: reasonOfLoss,
        })
        .meta({ id: 'SimulatedCompetitor' }),
    )
    .meta({ description: `Bookings in the simulated period, the largest share first, at most ${maxNamedCompetitors}` }),
  others,
} as const;

/** Expected delivery of all bookings of some positions if the draft were saved. */
export const shareSimulationView = z
  .strictObject({
    from: instant('Start of the simulated period: the start of the booking, or now'),
    to: instant(
      'End of the simulated period (exclusive): one week later, one day later if less than a week is recorded, or the end of the booking',
    ),
    record: recordView,
    assumed: z.array(z.enum(simulationAssumptions)).meta({
      description:
        "Assumptions. `APPROVED`: the draft is approved and its campaign delivers. `CREATIVES_FIT`: the draft has a creative for each position, because none is approved. `CAPS_LEFT_OUT`: frequency caps of the draft reject no request, because the viewers' impressions are unknown. `TARGETING_NOT_RECORDED`: see `notRecorded`. `NO_REQUESTS_RECORDED`: some positions have no recorded requests. Their shares are computed as in `/shares/preview`.",
      example: ['APPROVED'],
    }),
    notRecorded: z.array(z.string()).meta({
      description:
        'Parts of the targeting that no recorded request contains. Values are recorded only from the time a booking uses them, so these conditions count as not met.',
      example: [],
    }),
    positionCount: z.number().meta({ description: 'Number of positions that the draft would cover', example: 3 }),
    askedPerDay: perDay('Average ad requests per day of the positions. Null if no ad requests have been received yet.'),
    fitting: z.number().nullable().meta({
      description:
        'Part of the recorded requests that the draft is eligible for, from 0 to 1. Null if no request is recorded.',
      example: 0.62,
    }),
    refused: refusedView.meta({
      description:
        'Recorded slots of the positions that the draft is not eligible for, by the first rule that rejects it',
      example: { TARGETING_NOT_MET: 4_712 },
    }),
    total: z.strictObject(totalFields).meta({
      description: `Total over the positions. Shares are weighted by requests (equally if no requests are known). Includes at most the ${maxPositionsInTotal} positions with the most requests.`,
    }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Slot name of the position', example: '_home_-leaderboard' }),
          requestsPerDay: perDay('Average ad requests per day. Null if no ad requests have been received yet.'),
          replayed: count('Replayed slots of the position. 0: the shares are computed as in `/shares/preview`.'),
          ...totalFields,
        }),
      )
      .meta({ description: `Positions with the most requests first, at most ${maxPreviewedPositions}` }),
  })
  .meta({ id: 'ShareSimulation' });
/** An object of `shareSimulationView`. */
export type ShareSimulation = z.output<typeof shareSimulationView>;
