import { z } from 'zod';
import { instantSchema } from '../common/common.ts';

/** Most ads in the preview of a position, those with the largest share first. */
export const maxPreviewedAds = 12;

/** Query of `GET /inventory/position/{id}/preview`. */
export const positionPreviewQuery = z.strictObject({
  at: instantSchema.optional().meta({
    description:
      'Time of the preview. Default: now. A past time uses the configuration of that time, a future time the current one.',
    example: '2026-12-24T18:00:00Z',
  }),
});
/** A valid `positionPreviewQuery`. */
export type PositionPreviewQuery = z.output<typeof positionPreviewQuery>;

const id = (description: string) => z.number().meta({ description, example: 12 });

/** Ads of a position at a given time. Source: docs/decisions/0097-time-travel.md. */
export const positionPreviewView = z
  .strictObject({
    positionId: id('Position'),
    slotName: z.string().meta({ description: 'Slot name of the position', example: '_home_-leaderboard' }),
    at: z.string().meta({ description: 'Time of the preview', example: '2026-12-24T18:00:00.000Z' }),
    revision: z.number().meta({ description: 'Revision of the configuration that the preview uses', example: 812 }),
    emptyPercent: z.number().meta({ description: 'Percentage of the requests that get no ad', example: 0 }),
    ads: z
      .array(
        z
          .strictObject({
            bookingId: id('Booking'),
            bookingName: z
              .string()
              .nullable()
              .meta({ description: 'Name. Null if the object no longer exists.', example: 'Aurora winter' }),
            creativeId: id('Creative'),
            creativeName: z.string().meta({ description: 'Name of the creative', example: 'Leaderboard red' }),
            sharePercent: z.number().meta({ description: 'Percentage of the requests that get the ad', example: 23.5 }),
            width: z.number().nullable().meta({ description: 'Width in pixels. Null if unknown.', example: 728 }),
            height: z.number().nullable().meta({ description: 'Height in pixels. Null if unknown.', example: 90 }),
            frameUrl: z.string().meta({
              description: 'URL of the creative at that time, for a frame in your page. It is isolated from the page.',
              example: 'http://localhost:8081/creatives/preview/frame/MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
            }),
          })
          .meta({ id: 'PreviewedAd' }),
      )
      .meta({ description: `Ads with the largest share first, at most ${maxPreviewedAds}` }),
  })
  .meta({ id: 'PositionPreview' });
/** An object of `positionPreviewView`. */
export type PositionPreview = z.output<typeof positionPreviewView>;
