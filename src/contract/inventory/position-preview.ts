import { z } from 'zod';
import { instantSchema } from '../common/common.ts';

/** Ads of a position that are shown, those with the largest share first. */
export const maxPreviewedAds = 12;

/** The query of `GET /inventory/position/{id}/preview`. */
export const positionPreviewQuery = z.strictObject({
  at: instantSchema.optional().meta({
    description:
      'The moment; default: now. Of the past it goes by the configuration of then, of the future by that of now',
    example: '2026-12-24T18:00:00Z',
  }),
});
/** A valid `positionPreviewQuery`. */
export type PositionPreviewQuery = z.output<typeof positionPreviewQuery>;

const id = (description: string) => z.number().meta({ description, example: 12 });

/** What a position shows at a moment. Source: docs/decisions/0097-time-travel.md. */
export const positionPreviewView = z
  .strictObject({
    positionId: id('Position'),
    slotName: z.string().meta({ description: 'Its slot name', example: '_home_-leaderboard' }),
    at: z.string().meta({ description: 'The moment', example: '2026-12-24T18:00:00.000Z' }),
    revision: z.number().meta({ description: 'Revision of the configuration that it goes by', example: 812 }),
    emptyPercent: z.number().meta({ description: 'Part of the requests that get no ad', example: 0 }),
    ads: z
      .array(
        z
          .strictObject({
            bookingId: id('Booking'),
            bookingName: z
              .string()
              .nullable()
              .meta({ description: 'Its name; null: it is gone', example: 'Aurora winter' }),
            creativeId: id('Creative'),
            creativeName: z.string().meta({ description: 'Its name', example: 'Leaderboard red' }),
            sharePercent: z.number().meta({ description: 'Part of the requests that show it', example: 23.5 }),
            width: z.number().nullable().meta({ description: 'Pixels; null: unknown', example: 728 }),
            height: z.number().nullable().meta({ description: 'Pixels; null: unknown', example: 90 }),
            frameUrl: z.string().meta({
              description:
                'The creative as it was then, for a frame in a page of yours; it can reach nothing around it',
              example: 'http://localhost:8081/creatives/preview/frame/MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
            }),
          })
          .meta({ id: 'PreviewedAd' }),
      )
      .meta({ description: `Those with the largest share first, at most ${maxPreviewedAds}` }),
  })
  .meta({ id: 'PositionPreview' });
/** An object of `positionPreviewView`. */
export type PositionPreview = z.output<typeof positionPreviewView>;
