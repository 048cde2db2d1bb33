import { demoFormats, demoLocations, demoPositions, demoPublications, demoPublishers } from './demo-account.ts';
import { ensureAll, idOf, type Seed } from './ensure-objects.ts';
import type { Present } from './present-objects.ts';

/** Ids of the inventory, by external id, code or slot name. */
export type Places = Awaited<ReturnType<typeof seedInventory>>;

/** Makes publishers, publications, locations, formats and positions. */
export async function seedInventory(seed: Seed) {
  const publishers = await ensureAll(seed, {
    path: '/api/v1/inventory/publisher',
    identify: 'externalId',
    oneByOne: true,
    wanted: demoPublishers.map(({ externalId, companyName, parent }) => ({
      key: externalId,
      body: (made: Present) => ({
        externalId,
        companyName,
        ...(parent === null ? {} : { parentId: idOf(made, parent) }),
      }),
    })),
  });
  const publications = await ensureAll(seed, {
    path: '/api/v1/inventory/publication',
    identify: 'externalId',
    wanted: demoPublications.map(({ externalId, companyName, publisher, timeZone, domains }) => ({
      key: externalId,
      body: () => ({ externalId, companyName, publisherId: idOf(publishers, publisher), timeZone, domains }),
    })),
  });
  const formats = await ensureAll(seed, {
    path: '/api/v1/inventory/format',
    identify: 'code',
    wanted: demoFormats.map((format) => ({ key: format.code, body: () => ({ ...format, mediaType: 'banner' }) })),
  });
  const locations = await ensureAll(seed, {
    path: '/api/v1/inventory/location',
    identify: 'code',
    wanted: demoLocations.map(({ code, name, publication }) => ({
      key: code,
      body: () => ({ code, name, publicationId: idOf(publications, publication) }),
    })),
  });
  const positions = await ensureAll(seed, {
    path: '/api/v1/inventory/position',
    identify: 'slotName',
    wanted: demoPositions.map(({ location, format, code }) => ({
      key: `${location}${code}-${format}`,
      body: () => ({ locationId: idOf(locations, location), formatId: idOf(formats, format), code }),
    })),
  });
  return { publishers, publications, formats, locations, positions };
}
