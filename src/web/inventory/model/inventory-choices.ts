import { listLocations, listPositions, listPublications, listPublishers } from '../../../client/generated/sdk.gen.ts';
import type { ChoiceSource, PickerChoice } from '../../api/choice-source.ts';
import { client, dataOf } from '../../api/client.ts';

const shown = 30;

/** Publishers to choose from. */
export const publisherChoices: ChoiceSource = {
  key: ['publishers', 'choices'],
  create: { type: 'publisher', scope: 'inventory:write' },
  find: async (search) => choices(await dataOf(listPublishers({ client, query: likely(search) }))),
  named: async (ids) => choices(await dataOf(listPublishers({ client, query: those(ids) }))),
};

/** Publications to choose from. */
export const publicationChoices: ChoiceSource = {
  key: ['publications', 'choices'],
  create: { type: 'publication', scope: 'inventory:write' },
  find: async (search) => choices(await dataOf(listPublications({ client, query: likely(search) }))),
  named: async (ids) => choices(await dataOf(listPublications({ client, query: those(ids) }))),
};

/** Locations to choose from. */
export const locationChoices: ChoiceSource = {
  key: ['locations', 'choices'],
  create: { type: 'location', scope: 'inventory:write' },
  find: async (search) => choices(await dataOf(listLocations({ client, query: likely(search) }))),
  named: async (ids) => choices(await dataOf(listLocations({ client, query: those(ids) }))),
};

/** Positions to choose from, by their slot names. */
export const positionChoices: ChoiceSource = {
  key: ['positions', 'choices'],
  find: async (search) =>
    slots(await dataOf(listPositions({ client, query: { ...likely(search), sort: 'slotName' } }))),
  named: async (ids) => slots(await dataOf(listPositions({ client, query: those(ids) }))),
};

function likely(search: string) {
  return { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' as const };
}

function those(ids: readonly number[]) {
  return { id: [...ids], includeArchived: 'true' as const, limit: ids.length };
}

function choices(objects: readonly { readonly id: number; readonly name: string }[]): readonly PickerChoice[] {
  return objects.map(({ id, name }) => ({ id, name }));
}

function slots(positions: readonly { readonly id: number; readonly slotName: string }[]): readonly PickerChoice[] {
  return positions.map(({ id, slotName }) => ({ id, name: slotName }));
}
