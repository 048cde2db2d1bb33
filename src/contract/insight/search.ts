import { z } from 'zod';
import { maxNameLength } from '../../core/words/limits.ts';
import { lineOfText } from '../common/common.ts';
import { searchedKinds } from '../resource-types/all-resource-types.ts';

/** Objects of one kind in an answer: what a person looks through while typing. */
export const maxHitsOfKind = 5;

/** The query of `GET /api/v1/search`. */
export const searchQuerySchema = z.strictObject({
  q: lineOfText(maxNameLength).meta({
    description: 'Part of a name, upper or lower case; a whole external id, or an id',
    example: 'aurora',
  }),
});
/** A valid query. */
export type SearchQuery = z.output<typeof searchQuerySchema>;

/** What was found, by kind. */
export const searchView = z
  .strictObject({
    kinds: z
      .array(
        z.strictObject({
          kind: z.enum(searchedKinds).meta({ description: 'As in its path below /api/v1', example: 'campaigns' }),
          hits: z
            .array(
              z.strictObject({
                id: z.number().meta({ description: 'Id', example: 12 }),
                name: z.string().meta({ description: 'Name', example: 'Aurora winter' }),
                externalId: z.string().nullable().meta({ description: 'Id in a system of yours', example: 'crm-4711' }),
                detail: z
                  .string()
                  .nullable()
                  .meta({
                    description:
                      'What tells it from others of its name: the campaign of a booking, the media partner of a campaign (who ' +
                      'advertises) or brand, the brand of a creative, the slot name of a position, the publisher of a ' +
                      'publication, the e-mail address of a user',
                    example: 'Aurora Coffee',
                  }),
              }),
            )
            .meta({ description: `The best ones, at most ${maxHitsOfKind}` }),
          more: z.boolean().meta({ description: 'True: there are more, which the list of the kind has (`search`)' }),
        }),
      )
      .meta({ description: 'Kinds in which something was found, of those that the caller may read' }),
  })
  .meta({ id: 'SearchResult' });
/** An object of `searchView`. */
export type SearchResult = z.output<typeof searchView>;
