import { listUsers } from '../../client/generated/sdk.gen.ts';
import type { User } from '../../client/generated/types.gen.ts';
import { client, take } from '../api/client.ts';
import type { Choice, ChoiceSource } from '../ui/reference-select.tsx';

const shown = 30;

/** Users to choose from. */
export const userChoices: ChoiceSource = {
  key: ['users', 'choices'],
  find: async (search) =>
    choices(
      await take(listUsers({ client, query: { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' } })),
    ),
  named: async (ids) => choices(await take(listUsers({ client, query: { id: [...ids], includeArchived: 'true' } }))),
};

function choices(users: readonly User[]): readonly Choice[] {
  return users.map(({ id, name, email }) => ({ id, name: `${name} (${email})` }));
}
