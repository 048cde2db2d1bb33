import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { booleanText } from '../../contract/common.ts';
import { mediaPartnerBody, mediaPartnerRoles, mediaPartnerView } from '../../contract/media-partner.ts';
import { choiceInListFilter, textFilter } from '../http/list-filters.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { registerResource } from '../http/register-resource.ts';
import { commonFields, type Resource } from '../http/resource.ts';

export const mediaPartnerResource: Resource<
  'mediaPartner',
  typeof mediaPartnerBody,
  z.infer<typeof mediaPartnerView>
> = {
  kind: 'media-partners',
  one: 'media partner',
  many: 'media partners',
  operationName: ['MediaPartner', 'MediaPartners'],
  tag: 'Media partners',
  table: 'mediaPartner',
  readScope: 'media-partners:read',
  writeScope: 'media-partners:write',
  body: mediaPartnerBody,
  view: mediaPartnerView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      roles: row.roles,
      externalKey: row.externalKey,
      subsystemExternalIds: row.subsystemExternalIds,
      active: row.active,
      domains: row.domains,
    })),
  columns: (body) => ({
    name: body.name,
    roles: body.roles,
    externalId: body.externalId ?? null,
    externalKey: body.externalKey ?? null,
    subsystemExternalIds: JSON.stringify(body.subsystemExternalIds),
    active: body.active,
    domains: body.domains,
  }),
  filters: {
    roles: choiceInListFilter('mediaPartner.roles', mediaPartnerRoles, 'Role'),
    // Inactive partners stay out of lists unless asked for. Source: wire-protocol 10.2.
    includeInactive: {
      schema: booleanText.meta({ description: 'true: inactive media partners too', example: 'false' }),
      where: (included) => (included === true ? sql<boolean>`true` : sql<boolean>`media_partner.active`),
      whenAbsent: sql<boolean>`media_partner.active`,
    },
    externalKey: textFilter('mediaPartner.externalKey', 'Key in a system of yours'),
    externalId: textFilter('mediaPartner.externalId', 'Id in a system of yours'),
  },
  dependents: [
    { kind: 'brands', table: 'brand', column: 'mediaPartnerId' },
    { kind: 'campaigns', table: 'campaign', column: 'advertiserCompanyId' },
    { kind: 'campaigns', table: 'campaign', column: 'invoiceCompanyId' },
  ],
};

export function registerMediaPartnerRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, mediaPartnerResource);
}
