/*
 * Importer of Revive Adserver.
 *
 * - `import-revive.ts`: the order of the parts. `import-context.ts`: what they share. `source-values.ts`: columns.
 * - `source/`: readers of a live database and of a dump.
 * - `import-inventory.ts`, `import-advertisers.ts`, `time-zones.ts`: agencies, websites, zones, advertisers.
 * - `creatives/`: banners. `limitations/`: delivery limitations. `campaigns/`: campaigns and bookings.
 *
 * Source: public schema and manual of Revive Adserver. See docs/guide/administer/migrate-from-revive.md.
 */

import { ImportBuilder } from '../import-builder.ts';
import type { ImportResult } from '../importer.ts';
import { importCampaigns } from './campaigns/import-campaigns.ts';
import { Creatives } from './creatives/import-creatives.ts';
import { importAdvertisers } from './import-advertisers.ts';
import type { ImportContext, ReviveOptions } from './import-context.ts';
import { importInventory } from './import-inventory.ts';
import type { ReviveData } from './source/revive-data.ts';
import { AgencyTimeZones } from './time-zones.ts';

/** Translates a Revive database to a configuration document. */
export async function importRevive(data: ReviveData, options: ReviveOptions): Promise<ImportResult> {
  const context: ImportContext = { data, options, builder: new ImportBuilder() };
  const { builder } = context;
  for (const message of data.problems) builder.translated({ kind: 'source', id: '', name: '' }, { message });
  const timeZones = new AgencyTimeZones(context);
  const zones = importInventory(context, timeZones);
  const brandOf = importAdvertisers(context);
  await importCampaigns(context, { zones, brandOf, creatives: new Creatives(context), timeZones });
  return builder.result();
}
