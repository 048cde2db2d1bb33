import { demoFormats, demoLocations, demoPositions, demoPublications, demoPublishers } from './demo-account.ts';
import { ensureAll, idOfPresent, type SeedRun } from './ensure-objects.ts';
import type { Present } from './present-objects.ts';

/** IDs of the inventory, by external ID, code or slot name. */
export type DemoInventory = Awaited<ReturnType<typeof seedInventory>>;

/** Creates publishers, publications, locations, formats and positions. */
export async function seedInventory(seed: SeedRun) {
  const publishers = await ensureAll(seed, {
    path: '/api/v1/inventory/publisher',
    identify: 'externalId',
    oneByOne: true,
    wanted: demoPublishers.map(({ externalId, companyName, parent }) => ({
      key: externalId,
      body: (made: Present) => ({
        externalId,
        companyName,
        ...(parent === null ? {} : { parentId: idOfPresent(made, parent) }),
      }),
    })),
  });
  const publications = await ensureAll(seed, {
    path: '/api/v1/inventory/publication',
    identify: 'externalId',
    wanted: demoPublications.map(({ externalId, companyName, publisher, timeZone, domains }) => ({
      key: externalId,
      body: () => ({ externalId, companyName, publisherId: idOfPresent(publishers, publisher), timeZone, domains }),
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
      body: () => ({ code, name, publicationId: idOfPresent(publications, publication) }),
    })),
  });
  const positions = await ensureAll(seed, {
    path: '/api/v1/inventory/position',
    identify: 'slotName',
    wanted: demoPositions.map(({ location, format, code }) => ({
      key: `${location}${code}-${format}`,
      body: () => ({ locationId: idOfPresent(locations, location), formatId: idOfPresent(formats, format), code }),
    })),
  });
  return { publishers, publications, formats, locations, positions };
}
