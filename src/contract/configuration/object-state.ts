import { z } from 'zod';
import { lifecycles } from '../../core/vocabulary/statuses.ts';
import { holdBody } from '../booking/actions/hold.ts';
import { instantSchema } from '../common/common.ts';

const paused = z.boolean().default(false).meta({ description: 'Whether the object is paused', example: false });

const hold = {
  held: z.boolean().default(false).meta({ description: 'Whether the object is on hold', example: false }),
  heldUntil: instantSchema.nullish().meta({ description: 'End of the hold. Null: no end.', example: null }),
  holdNote: holdBody.shape.note,
};

/** Decisions about a campaign in a configuration. */
export const campaignStateSchema = z
  .strictObject({
    paused,
    ...hold,
    cancelled: z.boolean().default(false).meta({ description: 'Whether the campaign is cancelled', example: false }),
  })
  .prefault({})
  .meta({ description: 'Decisions about the campaign. Omitted fields have their default values.' });
/** A valid `campaignStateSchema`. */
export type ConfiguredCampaignState = z.output<typeof campaignStateSchema>;

/** Decisions about a booking in a configuration. */
export const bookingStateSchema = z
  .strictObject({
    lifecycle: z.enum(lifecycles).default('draft').meta({ description: 'Lifecycle', example: 'approved' }),
    paused,
    ...hold,
  })
  .prefault({})
  .meta({ description: 'Decisions about the booking. Omitted fields have their default values.' });
/** A valid `bookingStateSchema`. */
export type ConfiguredBookingState = z.output<typeof bookingStateSchema>;

/** Decision about a creative in a configuration. */
export const creativeStateSchema = z
  .enum(['pending_review', 'approved', 'rejected', 'suspended'])
  .default('approved')
  .meta({ description: 'Review state', example: 'approved' });
/** A valid `creativeStateSchema`. */
export type ConfiguredCreativeState = z.output<typeof creativeStateSchema>;
