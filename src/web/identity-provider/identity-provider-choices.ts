import { listIdentityProviders } from '../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, take } from '../api/client.ts';

const shown = 30;

/** Identity providers to choose from. */
export const identityProviderChoices: ChoiceSource = {
  key: ['identity-providers', 'choices'],
  find: (search) =>
    take(
      listIdentityProviders({
        client,
        query: { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' },
      }),
    ),
  named: (ids) => take(listIdentityProviders({ client, query: { id: [...ids], includeArchived: 'true' } })),
};
