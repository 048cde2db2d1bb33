import { z } from 'zod';
import { healths, statuses } from '../../core/vocabulary/statuses.ts';

/** Most bookings of one timeline. */
export const maxTimelineBookings = 20_000;

/** Groups of a timeline. A booking with several positions or brands is in several groups. */
export const timelineGroupings = ['position', 'campaign', 'brand'] as const;
/** One of `timelineGroupings`. */
export type TimelineGrouping = (typeof timelineGroupings)[number];

/** Types of objects that a group stands for. */
export const timelineGroupKinds = ['publisher', 'publication', 'location', 'position', 'campaign', 'brand'] as const;
/** One of `timelineGroupKinds`. */
export type TimelineGroupKind = (typeof timelineGroupKinds)[number];

/** Query parameter that groups a timeline. The other parameters are the filters of the booking list. */
export const timelineGroupingQuery = z.enum(timelineGroupings).default('position').meta({
  description:
    'Objects by which the bookings are grouped. `position` also has groups for whole locations, publications and publishers.',
  example: 'position',
});

const each = (what: string) => `${what} of each booking, in the order of \`ids\``;

/** Bookings with their periods as columns, for charts of many bookings. */
export const bookingTimelineView = z
  .strictObject({
    total: z.number().meta({
      description: `Number of matching bookings. If it is larger than the number of \`ids\`, only the first ${maxTimelineBookings} by start are listed.`,
      example: 2,
    }),
    ids: z.array(z.number()).meta({ description: 'IDs of the bookings, by start', example: [12, 13] }),
    names: z.array(z.string()).meta({ description: each('Name'), example: ['Aurora winter', 'Aurora spring'] }),
    starts: z.array(z.string()).meta({
      description: each('Local start in the time zone of its first publication'),
      example: ['2026-12-01T00:00', '2027-03-01T00:00'],
    }),
    ends: z.array(z.string().nullable()).meta({
      description: `${each('Local end (exclusive)')}. Null if the booking has no end.`,
      example: ['2027-01-01T00:00', null],
    }),
    statuses: z.array(z.enum(statuses)).meta({ description: each('Status'), example: ['running', 'planned'] }),
    healths: z.array(z.enum(healths)).meta({ description: each('Delivery health'), example: ['ok', 'ok'] }),
    groups: z
      .array(
        z.strictObject({
          kind: z.enum(timelineGroupKinds).meta({ description: 'Type of the object', example: 'position' }),
          id: z.number().meta({ description: 'ID of the object', example: 12 }),
          name: z
            .string()
            .meta({ description: 'Name. The slot name of a position.', example: '_courier_home_-leaderboard' }),
          bookings: z
            .array(z.number())
            .meta({ description: 'Indexes of its bookings in `ids`, by start', example: [0, 1] }),
        }),
      )
      .meta({ description: 'Groups with at least one booking, by type and name' }),
  })
  .meta({ id: 'BookingTimeline' });
/** An object of `bookingTimelineView`. */
export type BookingTimeline = z.output<typeof bookingTimelineView>;
