import { z } from 'zod';
import { maxHitsOfKind, searchView } from '../../../contract/insight/search.ts';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { readApi, type TeamTool, teamTool, withQuery } from './team-tool.ts';

/** Tools that find records. */
export const findTools: readonly TeamTool[] = [
  teamTool({
    name: 'search',
    title: 'Search',
    description: `Finds campaigns, bookings, brands, media partners, creatives, positions, packages and other records by a part of their name, by their ID or by their ID in another system. Returns at most ${maxHitsOfKind} of each kind.`,
    right: 'assistant:read',
    input: {
      text: z.string().trim().min(1).max(maxNameLength).describe('Part of a name, case-insensitive, or a complete ID'),
    },
    output: searchView.shape,
    async run({ text }, context) {
      const { body } = await readApi(context, withQuery('/search', { q: text }));
      return searchView.parse(body);
    },
  }),
];
