import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type MediaPartnerRole,
  mediaPartnerBody,
  mediaPartnerRoles,
  mediaPartnerView,
} from '../../../contract/commerce/media-partner.ts';
import { booleanText } from '../../../contract/common/common.ts';
import { mediaPartnerType } from '../../../contract/resource-types/commerce/media-partner.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { choiceInListFilter, domainFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { refuseWhileInUse } from '../../records/references.ts';
import { commonFields, type Dependents, type Resource } from '../../records/resource.ts';
import { requireOwnDomains } from './require-own-domains.ts';

/** Columns of campaigns by role of a media partner. */
const campaignsByRole: Readonly<Record<MediaPartnerRole, Dependents>> = {
  ADVERTISER: { kind: 'campaigns', table: 'campaign', column: 'advertiserCompanyId' },
  INVOICE: { kind: 'campaigns', table: 'campaign', column: 'invoiceCompanyId' },
};

export const mediaPartnerResource: Resource<
  'mediaPartner',
  typeof mediaPartnerBody,
  z.infer<typeof mediaPartnerView>
> = {
  ...mediaPartnerType,
  table: 'mediaPartner',
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
  async columns(body, write) {
    const { current } = write;
    requireOwnDomains(body.domains, current?.domains);
    for (const [role, dependents] of Object.entries(campaignsByRole)) {
      const removed = current?.roles.includes(role) === true && !body.roles.includes(role as MediaPartnerRole);
      if (removed)
        await refuseWhileInUse(write, {
          id: current.id,
          noun: 'media-partner-roles',
          dependents: [dependents],
        });
    }
    return {
      name: body.name,
      roles: body.roles,
      externalId: body.externalId ?? null,
      externalKey: body.externalKey ?? null,
      subsystemExternalIds: JSON.stringify(body.subsystemExternalIds),
      active: body.active,
      domains: body.domains,
    };
  },
  filters: {
    roles: choiceInListFilter('mediaPartner.roles', mediaPartnerRoles, 'Role'),
    // Lists omit inactive partners by default. Source: wire-protocol 10.2.
    includeInactive: {
      schema: booleanText.meta({ description: 'true: include inactive media partners', example: 'false' }),
      where: (included) => (included === true ? sql<boolean>`true` : sql<boolean>`media_partner.active`),
      whenAbsent: sql<boolean>`media_partner.active`,
    },
    domain: domainFilter('mediaPartner.domains', 'Host name'),
    externalKey: textFilter('mediaPartner.externalKey', 'Key in your own system'),
    externalId: textFilter('mediaPartner.externalId', 'ID in your own system'),
  },
  requiredActive: () => [],
  dependents: [{ kind: 'brands', table: 'brand', column: 'mediaPartnerId' }, ...Object.values(campaignsByRole)],
};

export function registerMediaPartnerRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, mediaPartnerResource);
  registerBulk(app, services, mediaPartnerResource);
}
