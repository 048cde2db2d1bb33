import { listProducts } from '../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';

const shown = 30;

/** Products to choose from. */
export const productChoices: ChoiceSource = {
  key: ['products', 'choices'],
  find: (search) =>
    dataOf(listProducts({ client, query: { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' } })),
  named: (ids) => dataOf(listProducts({ client, query: { id: [...ids], includeArchived: 'true', limit: ids.length } })),
};
