import { z } from 'zod';
import { idSchema } from '../common/common.ts';

/** Kinds of objects that can be favorites and recent objects. Each has a page in the interface. */
export const favoriteKinds = ['campaigns', 'bookings', 'creatives', 'media-partners', 'products'] as const;
/** One of `favoriteKinds`. */
export type FavoriteKind = (typeof favoriteKinds)[number];

const object = {
  kind: z
    .enum(favoriteKinds)
    .meta({ description: 'Kind of the object, as in the API path below /api/v1', example: 'bookings' }),
  objectId: idSchema('object'),
};

const named = {
  ...object,
  objectId: z.number().meta({ description: 'ID of the object', example: 12 }),
  name: z.string().meta({ description: 'Name of the object', example: 'Aurora winter, leaderboards' }),
  detail: z.string().nullable().meta({
    description:
      'Context that distinguishes objects with the same name: the campaign of a booking, the media partner of a campaign (advertiser), the brand of a creative',
    example: 'Aurora winter',
  }),
};

/** Adds a favorite. Source: docs/decisions/0189-favorites-and-recent-objects.md. */
export const favoriteBody = z.strictObject(object).meta({ id: 'FavoriteBody' });
/** A valid `favoriteBody`. */
export type FavoriteBody = z.output<typeof favoriteBody>;

/** A favorite of the caller. */
export const favoriteView = z
  .strictObject({
    id: z.number().meta({ description: 'ID of the favorite', example: 3 }),
    ...named,
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  })
  .meta({ id: 'Favorite' });
/** An object of `favoriteView`. */
export type FavoriteView = z.output<typeof favoriteView>;

/** Records that the caller opened an object. */
export const recentObjectBody = z.strictObject(object).meta({ id: 'RecentObjectBody' });
/** A valid `recentObjectBody`. */
export type RecentObjectBody = z.output<typeof recentObjectBody>;

/** An object that the caller opened. */
export const recentObjectView = z
  .strictObject({
    ...named,
    openedAt: z
      .string()
      .meta({ description: 'Time of the last opening, RFC 3339, UTC', example: '2026-11-21T09:00:00.000Z' }),
  })
  .meta({ id: 'RecentObject' });
/** An object of `recentObjectView`. */
export type RecentObjectView = z.output<typeof recentObjectView>;
