import { listIdentityProviders } from '../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';

const shown = 30;

/** Identity providers to choose from. */
export const identityProviderChoices: ChoiceSource = {
  key: ['identity-providers', 'choices'],
  find: (search) =>
    dataOf(
      listIdentityProviders({
        client,
        query: { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' },
      }),
    ),
  named: (ids) => dataOf(listIdentityProviders({ client, query: { id: [...ids], includeArchived: 'true' } })),
};
