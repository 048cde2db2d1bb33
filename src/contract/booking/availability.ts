import { z } from 'zod';
import { dayMs } from '../../core/time/durations.ts';
import { idText, severalOf } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';

/** Most days of one call. */
const maxAvailabilityDays = 400;

const calendarDay = z.iso.date({ error: fieldMessage('date', { example: '2026-12-01' }) });

/** Query of `GET /forecasts/availability`. */
export const availabilityQuery = z
  .strictObject({
    positionId: severalOf(idText('position'), 'ID of the position', 12).pipe(z.array(z.number())),
    from: calendarDay.meta({
      description: 'First local day of the publication (inclusive). Past days are omitted.',
      example: '2026-12-01',
    }),
    to: calendarDay.meta({
      description: `End as a local day of the publication (exclusive), at most ${maxAvailabilityDays} days after \`from\``,
      example: '2027-01-01',
    }),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: fieldMessage('afterParameterFrom') })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= maxAvailabilityDays * dayMs, {
    path: ['to'],
    error: fieldMessage('max400Days'),
  });
/** A valid `availabilityQuery`. */
export type AvailabilityQuery = z.output<typeof availabilityQuery>;

const perDay = (what: string) =>
  z.array(z.number()).meta({ description: `${what} of each day`, example: [12_400, 9_800] });

/** Expected and booked ad requests of positions. Source: docs/decisions/0177-availability.md. */
export const availabilityView = z
  .strictObject({
    positions: z.array(
      z.strictObject({
        positionId: z.number().meta({ description: 'Position', example: 12 }),
        timeZone: z
          .string()
          .meta({ description: 'Time zone of the publication, of the days', example: 'Europe/Brussels' }),
        from: z.string().meta({ description: 'First day, not before today', example: '2026-12-01' }),
        expected: perDay('Expected ad requests')
          .nullable()
          .meta({ description: 'Expected ad requests of each day. Null if no ad requests have been received yet.' }),
        booked: perDay('Expected ad requests that goals and shares of voice of bookings need, without held bookings'),
        held: perDay('Expected ad requests that held bookings reserve'),
      }),
    ),
  })
  .meta({ id: 'InventoryAvailability' });
/** An object of `availabilityView`. */
export type InventoryAvailability = z.output<typeof availabilityView>;
