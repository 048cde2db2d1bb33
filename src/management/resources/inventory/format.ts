import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { formatBody, formatView, mediaTypes } from '../../../contract/inventory/inventory.ts';
import { formatType } from '../../../contract/resource-types/inventory/format.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { booleanFilter, choiceFilter, integerFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { commonFields, type Resource } from '../../records/resource.ts';
import { renameSlots } from './slot-name.ts';

export const formatResource: Resource<'format', typeof formatBody, z.infer<typeof formatView>> = {
  ...formatType,
  table: 'format',
  body: formatBody,
  view: formatView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      code: row.code,
      width: row.width,
      height: row.height,
      mediaType: row.mediaType,
      maxBytes: row.maxBytes,
      inHeadsup: row.inHeadsup,
      // Copies the lists, so that callers may change them.
      templateFields: structuredClone(row.templateFields),
      templateHtml: row.templateHtml,
    })),
  derivedName: (view) => view.code,
  columns: (body) => ({
    code: body.code,
    name: body.name ?? body.code,
    externalId: body.externalId ?? null,
    width: body.width ?? null,
    height: body.height ?? null,
    mediaType: body.mediaType,
    maxBytes: body.maxBytes ?? null,
    inHeadsup: body.inHeadsup ?? null,
    templateFields: JSON.stringify(body.templateFields),
    templateHtml: body.templateHtml,
  }),
  async afterWrite(row, _body, write) {
    if (write.current === null || write.current.code === row.code) return;
    await renameSlots(write, { column: 'formatId', id: row.id });
  },
  filters: {
    code: textFilter('format.code', 'Code, exactly'),
    mediaType: choiceFilter('format.mediaType', mediaTypes, 'Media type'),
    width: integerFilter('format.width', 'Width in pixels', { from: 1, to: 100_000, example: 728 }),
    height: integerFilter('format.height', 'Height in pixels', { from: 1, to: 100_000, example: 90 }),
    inHeadsup: booleanFilter(
      'format.inHeadsup',
      'Whether all head-up lists contain its creatives (`true`) or none (`false`)',
    ),
    externalId: textFilter('format.externalId', 'ID in your own system'),
  },
  searchColumns: ['name', 'code'],
  sortColumns: ['code', 'mediaType'],
  requiredActive: () => [],
  dependents: [
    { kind: 'inventory/position', table: 'position', column: 'formatId' },
    { kind: 'creatives', table: 'creative', column: 'formatId' },
  ],
};

export function registerFormatRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, formatResource);
  registerBulk(app, services, formatResource);
}
