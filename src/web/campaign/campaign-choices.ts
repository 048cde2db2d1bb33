import { listCampaigns } from '../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';

const shown = 30;

/** Choices of campaigns, most recently updated first. */
export const campaignChoices: ChoiceSource = {
  key: ['campaigns', 'choices'],
  create: { type: 'campaign', scope: 'campaigns:write' },
  find: (search) =>
    dataOf(
      listCampaigns({ client, query: { ...(search === '' ? {} : { search }), limit: shown, sort: '-updatedAt' } }),
    ),
  named: (ids) => dataOf(listCampaigns({ client, query: { id: [...ids], includeArchived: 'true' } })),
};
