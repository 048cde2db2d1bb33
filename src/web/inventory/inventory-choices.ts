import {
  listFormats,
  listLocations,
  listPositions,
  listPublications,
  listPublishers,
} from '../../client/generated/sdk.gen.ts';
import type { Format } from '../../client/generated/types.gen.ts';
import { client, take } from '../api/client.ts';
import type { Choice, ChoiceSource } from '../ui/reference-select.tsx';
import { sizeText } from './inventory-words.ts';

const shown = 30;

/** Publishers to choose from. */
export const publisherChoices: ChoiceSource = {
  key: ['publishers', 'choices'],
  find: async (search) => choices(await take(listPublishers({ client, query: likely(search) }))),
  named: async (ids) => choices(await take(listPublishers({ client, query: those(ids) }))),
};

/** Publications to choose from. */
export const publicationChoices: ChoiceSource = {
  key: ['publications', 'choices'],
  find: async (search) => choices(await take(listPublications({ client, query: likely(search) }))),
  named: async (ids) => choices(await take(listPublications({ client, query: those(ids) }))),
};

/** Locations to choose from. */
export const locationChoices: ChoiceSource = {
  key: ['locations', 'choices'],
  find: async (search) => choices(await take(listLocations({ client, query: likely(search) }))),
  named: async (ids) => choices(await take(listLocations({ client, query: those(ids) }))),
};

/** Formats to choose from, with their size. */
export const formatChoices: ChoiceSource = {
  key: ['formats', 'choices'],
  find: async (search) => sized(await take(listFormats({ client, query: likely(search) }))),
  named: async (ids) => sized(await take(listFormats({ client, query: those(ids) }))),
};

/** Positions to choose from. */
export const positionChoices: ChoiceSource = {
  key: ['positions', 'choices'],
  find: async (search) => choices(await take(listPositions({ client, query: likely(search) }))),
  named: async (ids) => choices(await take(listPositions({ client, query: those(ids) }))),
};

function likely(search: string) {
  return { ...(search === '' ? {} : { search }), limit: shown, sort: 'name' as const };
}

function those(ids: readonly number[]) {
  return { id: [...ids], includeArchived: 'true' as const, limit: ids.length };
}

function choices(objects: readonly { readonly id: number; readonly name: string }[]): readonly Choice[] {
  return objects.map(({ id, name }) => ({ id, name }));
}

function sized(formats: readonly Format[]): readonly Choice[] {
  return formats.map((format) => ({ id: format.id, name: `${format.name} (${sizeText(format)})` }));
}
