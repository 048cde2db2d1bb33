import { listServiceAccounts, listUsers } from '../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';
import { useNames } from '../api/use-names.ts';

const users: ChoiceSource = {
  key: ['users', 'actors'],
  find: () => Promise.resolve([]),
  named: (ids) => dataOf(listUsers({ client, query: { id: [...ids], includeArchived: 'true', limit: ids.length } })),
};
const serviceAccounts: ChoiceSource = {
  key: ['service-accounts', 'actors'],
  find: () => Promise.resolve([]),
  named: (ids) =>
    dataOf(listServiceAccounts({ client, query: { id: [...ids], includeArchived: 'true', limit: ids.length } })),
};

/** Names of the users and service accounts that made changes. Other actors keep their identifier. */
export function useActors(entries: readonly { readonly actor: string }[]): (actor: string) => string {
  const userName = useNames(users, idsOf('user', entries));
  const serviceAccountName = useNames(serviceAccounts, idsOf('service-account', entries));
  return (actor) => {
    const [kind, id] = actor.split(':');
    if (kind === 'user') return userName(Number(id));
    return kind === 'service-account' ? serviceAccountName(Number(id)) : actor;
  };
}

function idsOf(kind: string, entries: readonly { readonly actor: string }[]): readonly number[] {
  const ids = entries
    .filter(({ actor }) => actor.startsWith(`${kind}:`))
    .map(({ actor }) => actor.slice(kind.length + 1));
  return ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
}
