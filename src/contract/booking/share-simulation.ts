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

/** Days back from now whose recorded requests are decided anew: a whole week, so that each day of it is there once. */
export const recordedDays = 7;
/** Requests that are decided anew at most. */
export const maxReplayedRequests = 20_000;

/** Why another booking gets less with the one that is thought of. Source: docs/decisions/0095-foresight.md. */
export const lossReasons = ['LOST_BY_SHARE', 'CLAIM_COMES_FIRST', 'FILL_NOT_NEEDED', 'EXCLUSION_LABEL'] as const;
/** One of `lossReasons`. */
export type LossReason = (typeof lossReasons)[number];

/** What is not as it would be, because nobody can know it. Source: docs/decisions/0095-foresight.md. */
export const simulationAssumptions = [
  'APPROVED',
  'CREATIVES_FIT',
  'CAPS_LEFT_OUT',
  'TARGETING_NOT_RECORDED',
  'NO_REQUESTS_RECORDED',
] as const;
/** One of `simulationAssumptions`. */
export type SimulationAssumption = (typeof simulationAssumptions)[number];

/** A booking that is thought of: a new one, or a change of one that is saved. */
export const draftBookingBody = bookingBody
  .safeExtend({
    bookingId: idSchema('booking that is edited')
      .nullish()
      .meta({ description: 'Booking that is edited, whose place the one that is thought of takes; null: a new one' }),
  })
  .meta({ id: 'DraftBookingBody' });
/** A valid `draftBookingBody`. */
export type DraftBookingBody = z.output<typeof draftBookingBody>;

const instant = (description: string) => z.string().meta({ description, example: '2026-11-22T09:00:00.000Z' });
const perDay = (description: string) => z.number().nullable().meta({ description, example: 1_240 });
const count = (description: string) => z.number().meta({ description, example: 12_400 });

/** The requests that a simulation went by. */
export const recordView = z
  .strictObject({
    from: instant('The oldest of them').nullable(),
    to: instant('The newest of them; both null: there are none').nullable(),
    days: z.number().meta({ description: 'So many days back were looked at', example: recordedDays }),
    requests: count(`Requests of its positions that were decided anew, at most ${maxReplayedRequests}`),
    found: count('Requests of its positions that were read'),
    complete: z.boolean().meta({
      description:
        'True: everything that is kept of those days was read. False: there is so much that a part of every hour was read, or ' +
        'some is missing, as of a host that is cut off',
      example: true,
    }),
    hosts: z.strictObject({
      read: z.number().meta({ description: 'Hosts whose requests were read', example: 1 }),
      known: z.number().meta({ description: 'Hosts that answer ad requests', example: 1 }),
    }),
  })
  .meta({ id: 'RequestRecord', description: 'The recorded requests that this goes by' });

const reasonOfLoss = z
  .enum(lossReasons)
  .nullable()
  .meta({
    description:
      'Why it gets less. `LOST_BY_SHARE`: it shares with the other by weight; `CLAIM_COMES_FIRST`: the other has a part of voice or ' +
      'a goal; `FILL_NOT_NEEDED`: it fills, and there is less to fill; `EXCLUSION_LABEL`: no two of a label in one request. ' +
      'null: it loses nothing',
    example: 'LOST_BY_SHARE',
  });

const { competitors, others, ...own } = positionSharesView;
const place = {
  ...own,
  expectedPerDay: perDay('Impressions of a day that it may expect; null: nobody knows how many requests come'),
  expectedPerDayBefore: perDay('The same of the edited booking as it is; null: a new one, or unknown'),
  competitors: z
    .array(
      competitors.element
        .extend({
          expectedPerDay: perDay('Impressions of a day that it may expect as things are; null: unknown'),
          expectedPerDayWith: perDay('The same with the booking that is thought of'),
          reason: reasonOfLoss,
        })
        .meta({ id: 'SimulatedCompetitor' }),
    )
    .meta({ description: `Bookings in that time, those with the largest share first, at most ${maxNamedCompetitors}` }),
  others,
} as const;

/** What every booking of some positions would get if one were saved. */
export const shareSimulationView = z
  .strictObject({
    from: instant('Begin of the time that was simulated: its start, or now'),
    to: instant('End of it, excluded: a week later, a day where less than a week is recorded, or its end'),
    record: recordView,
    assumed: z.array(z.enum(simulationAssumptions)).meta({
      description:
        'What was taken to be so. `APPROVED`: that it is approved and its campaign delivers; `CREATIVES_FIT`: that it has a creative for each ' +
        'position, since none is approved; `CAPS_LEFT_OUT`: that its frequency caps refuse nobody, since nobody knows who saw it; ' +
        '`TARGETING_NOT_RECORDED`: see `notRecorded`; `NO_REQUESTS_RECORDED`: nobody asked for some of its positions, where the shares ' +
        'are those of the rule (`/shares/preview`)',
      example: ['APPROVED'],
    }),
    notRecorded: z.array(z.string()).meta({
      description:
        'What its targeting asks for and no recorded request had. Values are recorded from when a booking asks for them, so it counts as not met',
      example: [],
    }),
    positionCount: z.number().meta({ description: 'Positions that it would cover', example: 3 }),
    askedPerDay: perDay('Requests of a usual day of its positions; null: nobody asked yet'),
    fitting: z.number().nullable().meta({
      description: 'Part of the recorded requests that it fits, 0 to 1; null: none is recorded',
      example: 0.62,
    }),
    refused: refusedView.meta({
      description: 'Recorded slots of its positions that it would not take part in, by the first rule that refuses it',
      example: { TARGETING_NOT_MET: 4_712 },
    }),
    total: z.strictObject(place).meta({
      description: `Over its positions by their requests (alike where nobody asked yet), at most the ${maxPositionsInTotal} most visited ones`,
    }),
    positions: z
      .array(
        z.strictObject({
          positionId: z.number().meta({ description: 'Position', example: 12 }),
          slotName: z.string().meta({ description: 'Its slot name', example: '_home_-leaderboard' }),
          requestsPerDay: perDay('Requests of a usual day; null: nobody asked yet'),
          replayed: count('Slots of it that were decided anew; 0: its shares are those of the rule'),
          ...place,
        }),
      )
      .meta({ description: `The most visited first, at most ${maxPreviewedPositions}` }),
  })
  .meta({ id: 'ShareSimulation' });
/** An object of `shareSimulationView`. */
export type ShareSimulation = z.output<typeof shareSimulationView>;
