import { z } from 'zod';
import { maxHitsOfKind, searchView } from '../../../contract/insight/search.ts';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { healths } from '../../../core/vocabulary/statuses.ts';
import { bookingSummary, summaryOfBooking } from './present-records.ts';
import { readApi, type TeamTool, teamTool, withQuery } from './team-tool.ts';

/** Most bookings of a list. */
const maxListed = 50;

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
  teamTool({
    name: 'list_delivery_issues',
    title: 'List delivery issues',
    description: `Lists bookings whose delivery is at risk or critical, with the reasons, by ID. Returns at most ${maxListed}. explain_delivery explains one of them.`,
    right: 'assistant:read',
    input: {
      health: z.enum(healths).exclude(['ok']).optional().describe('Only bookings with this health. Default: both'),
      campaignId: z.int().min(1).optional().describe('Only bookings of this campaign'),
    },
    output: {
      total: z.int().describe('Number of bookings with delivery issues'),
      bookings: z.array(bookingSummary).max(maxListed),
    },
    async run({ health, campaignId }, context) {
      const wanted = health === undefined ? ['critical', 'at_risk'] : [health];
      const filters = wanted.map((one) => `health=${one}`).join('&');
      const path = withQuery('/bookings', { limit: maxListed, campaignId });
      const { body, total } = await readApi(context, `${path}&${filters}`);
      const bookings = z.array(z.unknown()).parse(body).map(summaryOfBooking);
      return { total: total ?? bookings.length, bookings };
    },
  }),
];
