import { z } from 'zod';
import { maxNameLength } from '../../core/vocabulary/limits/api-limits.ts';
import { lineOfText } from '../common/common.ts';
import { searchedKinds } from '../resource-types/all-resource-types.ts';

/** Most objects of one type in a search response. */
export const maxHitsOfKind = 5;

/** Query of `GET /api/v1/search`. */
export const searchQuerySchema = z.strictObject({
  q: lineOfText(maxNameLength).meta({
    description: 'Part of a name, case-insensitive. Also finds a complete external ID or an ID.',
    example: 'aurora',
  }),
});
/** A valid query. */
export type SearchQuery = z.output<typeof searchQuerySchema>;

/** Search results by type. */
export const searchView = z
  .strictObject({
    kinds: z
      .array(
        z.strictObject({
          kind: z
            .enum(searchedKinds)
            .meta({ description: 'Type of the objects, as in the API path below /api/v1', example: 'campaigns' }),
          hits: z
            .array(
              z.strictObject({
                id: z.number().meta({ description: 'ID', example: 12 }),
                name: z.string().meta({ description: 'Name', example: 'Aurora winter' }),
                externalId: z.string().nullable().meta({ description: 'ID in your own system', example: 'crm-4711' }),
                detail: z.string().nullable().meta({
                  description:
                    'Context that distinguishes objects with the same name: the campaign of a booking, the media partner of a campaign (advertiser) or brand, the brand of a creative, the slot name of a position, the publisher of a publication, the e-mail address of a user',
                  example: 'Aurora Coffee',
                }),
              }),
            )
            .meta({ description: `Best matches, at most ${maxHitsOfKind}` }),
          more: z
            .boolean()
            .meta({ description: 'Whether there are more matches. The list of the type returns them (`search`).' }),
        }),
      )
      .meta({ description: 'Types with matches, limited to those that the caller may read' }),
  })
  .meta({ id: 'SearchResult' });
/** An object of `searchView`. */
export type SearchResult = z.output<typeof searchView>;
