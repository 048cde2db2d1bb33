import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { campaignDetails } from './present-records.ts';
import { readCampaign, readReportOf } from './read-tools.ts';
import { RefusedCall, readApi, type TeamContext } from './team-tool.ts';

/** Most campaigns in the list of resources: those that changed last. */
const maxListed = 25;
const mimeType = 'application/json';
const idText = z.coerce.number().int().min(1);
const dayText = z.iso.date();

/** Registers campaigns, and reports of campaigns, as resources that a person attaches to a conversation. */
export function registerTeamResources(server: McpServer, context: TeamContext): void {
  const campaign = new ResourceTemplate('placard://campaigns/{campaignId}', {
    list: async () => {
      const { body } = await readApi(context, `/campaigns?limit=${maxListed}&sort=-updatedAt`);
      const campaigns = z.array(campaignDetails).parse(body);
      return {
        resources: campaigns.map(({ id, name }) => ({ uri: `placard://campaigns/${id}`, name, mimeType })),
      };
    },
  });
  const about = { title: 'Campaign', description: 'A campaign with its bookings, as data', mimeType };
  server.registerResource('campaign', campaign, about, async (uri, { campaignId }) =>
    contentOf(uri, await readCampaign(read(idText, campaignId), context)),
  );
  const report = new ResourceTemplate('placard://campaigns/{campaignId}/reports/{from}/{to}', { list: undefined });
  const aboutReport = {
    title: 'Report of a campaign',
    description: 'Counts of a campaign by booking from a day (inclusive) to a day (exclusive), as data',
    mimeType,
  };
  server.registerResource('campaign-report', report, aboutReport, async (uri, variables) => {
    const campaignId = read(idText, variables['campaignId']);
    const [from, to] = [read(dayText, variables['from']), read(dayText, variables['to'])];
    return contentOf(uri, await readReportOf({ campaignId, from, to, groupBy: 'booking' }, context));
  });
}

function read<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new RefusedCall('The address of the resource is invalid.');
  return parsed.data;
}

function contentOf(uri: URL, content: unknown) {
  return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(content) }] };
}
