import { listBookings } from '../../../client/generated/sdk.gen.ts';
import type { ChoiceSource } from '../../api/choice-source.ts';
import { client, dataOf } from '../../api/client.ts';

const shown = 30;

/** Choices of bookings, most recently updated first. */
export const bookingChoices: ChoiceSource = {
  key: ['bookings', 'choices'],
  find: (search) =>
    dataOf(listBookings({ client, query: { ...(search === '' ? {} : { search }), limit: shown, sort: '-updatedAt' } })),
  named: (ids) => dataOf(listBookings({ client, query: { id: [...ids], includeArchived: 'true' } })),
};
