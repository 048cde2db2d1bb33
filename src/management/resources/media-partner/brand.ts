import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import { brandBody, brandOfPartnerBody, brandView } from '../../../contract/commerce/media-partner.ts';
import { brandType } from '../../../contract/resource-types/commerce/brand.ts';
import type { Call } from '../../api/call/answer-once.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { createObject } from '../../api/resource/change-object.ts';
import { domainFilter, idFilter, textFilter, textInListFilter } from '../../api/resource/list-filters.ts';
import { listQuerySchema, sendList } from '../../api/resource/list-resource.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { idOfPath, idParams, registerResource } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { requireReference } from '../../records/references.ts';
import { commonFields, type Resource } from '../../records/resource.ts';
import { requireOwnDomains } from './require-own-domains.ts';

export const brandResource: Resource<'brand', typeof brandBody, z.infer<typeof brandView>> = {
  ...brandType,
  table: 'brand',
  body: brandBody,
  view: brandView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      mediaPartnerId: row.mediaPartnerId,
      externalKey: row.externalKey,
      subsystemExternalIds: row.subsystemExternalIds,
      categories: row.categories,
      domains: row.domains,
    })),
  async columns(body, write) {
    const { current } = write;
    requireOwnDomains(body.domains, current?.domains);
    if (body.mediaPartnerId !== current?.mediaPartnerId) {
      await requireReference(write, {
        table: 'mediaPartner',
        id: body.mediaPartnerId,
        pointer: '/mediaPartnerId',
        noun: 'media-partners',
      });
    }
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      mediaPartnerId: body.mediaPartnerId,
      externalKey: body.externalKey ?? null,
      subsystemExternalIds: JSON.stringify(body.subsystemExternalIds),
      categories: body.categories,
      domains: body.domains,
    };
  },
  filters: {
    mediaPartnerId: idFilter('brand.mediaPartnerId', 'media partner'),
    category: textInListFilter('brand.categories', 'Category', 'coffee'),
    domain: domainFilter('brand.domains', 'Host name'),
    externalKey: textFilter('brand.externalKey', 'Key in your own system'),
    externalId: textFilter('brand.externalId', 'ID in your own system'),
  },
  sortColumns: ['mediaPartnerId'],
  requiredActive: ({ mediaPartnerId }) => [{ table: 'mediaPartner', ids: [mediaPartnerId], noun: 'media-partners' }],
  dependents: [
    { kind: 'campaigns', table: 'campaign', column: 'brandIds', many: true },
    { kind: 'creatives', table: 'creative', column: 'brandId' },
  ],
};

/** Registers `/brands`, and the brands of one media partner below that partner. */
export function registerBrandRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, brandResource);
  registerBulk(app, services, brandResource);
  registerCreateBelowPartner(app, services);
  registerListBelowPartner(app, services);
}

const pathBelowPartner = '/media-partners/:id/brands';

function registerCreateBelowPartner(app: FastifyInstance, services: ManagementServices): void {
  app.post(pathBelowPartner, {
    config: { scope: brandResource.writeScope },
    schema: operationSchema({
      tag: brandResource.tag,
      operationId: 'createBrandOfMediaPartner',
      summary: 'Create a brand of a media partner',
      scope: brandResource.writeScope,
      params: idParams('media partner'),
      body: brandOfPartnerBody,
      answers: 'created',
      view: brandView,
    }),
    async handler(request, reply) {
      const mediaPartnerId = idOfPath(request.params);
      await requirePartner({ services, request }, mediaPartnerId);
      const body = request.body as z.output<typeof brandOfPartnerBody>;
      return createObject({ services, request, reply }, brandResource, { ...body, mediaPartnerId });
    },
  });
}

function registerListBelowPartner(app: FastifyInstance, services: ManagementServices): void {
  const { mediaPartnerId: _inThePath, ...filters } = brandResource.filters ?? {};
  const resource = { ...brandResource, filters } as unknown as Parameters<typeof sendList>[1];
  app.get(pathBelowPartner, {
    config: { scope: brandResource.readScope },
    schema: operationSchema({
      tag: brandResource.tag,
      operationId: 'listBrandsOfMediaPartner',
      summary: 'List the brands of a media partner',
      scope: brandResource.readScope,
      params: idParams('media partner'),
      querystring: listQuerySchema(resource),
      answers: 'list',
      view: brandView,
    }),
    async handler(request, reply) {
      const mediaPartnerId = idOfPath(request.params);
      await requirePartner({ services, request }, mediaPartnerId);
      return sendList({ services, request, reply }, resource, [
        sql<boolean>`brand.media_partner_id = ${mediaPartnerId}`,
      ]);
    },
  });
}

/** The partner is part of the path: returns 404 if it does not exist. */
function requirePartner(call: Pick<Call, 'services' | 'request'>, id: number) {
  return requireObject(call, { table: 'mediaPartner', id, noun: 'media-partners' });
}
