import type { FastifyInstance } from 'fastify';
import {
  type PublicationAuthorizationView,
  publicationAuthorizationView,
} from '../../../contract/selling/authorization-files.ts';
import { createOutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { Call } from '../../api/call/answer-once.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { checkPublication, readDomainChecks } from './authorization-checks.ts';
import { adagentsOf, adsTxtLines, referenceOf, sellerAddressesOf } from './authorization-documents.ts';
import { readSeller, readSoldPublications } from './read-seller.ts';

/** Time of a check on request. Domains that were not reached keep their last result. */
const checkMs = 25_000;
const checksAtOnce = 2;

const common = {
  tag: 'Inventory',
  params: idParams('publication'),
  view: publicationAuthorizationView,
} as const;

/** Registers the authorization files of a publication: their content and their check. */
export function registerAuthorizationRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { config, database, nowMs = Date.now } = services;
  const addresses = sellerAddressesOf(config.publicUrl);
  const fetchFile = createOutgoingFetch({ allowed: config.privateTargets });
  const inTurn = limitConcurrency(checksAtOnce);
  app.get('/inventory/publication/:id/authorization', {
    config: { scope: 'inventory:read' },
    schema: operationSchema({
      ...common,
      operationId: 'getPublicationAuthorization',
      summary: 'Retrieve the authorization files of a publication',
      description:
        'Content of adagents.json, ads.txt and app-ads.txt for the domains of the publication, with the results of the last check. Domains are checked once a day.',
      scope: 'inventory:read',
      answers: 'reading',
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      await requirePublication({ services, request }, id);
      return readAuthorization(services, id);
    },
  });
  app.post('/inventory/publication/:id/authorization-check', {
    config: { scope: 'inventory:write' },
    schema: operationSchema({
      ...common,
      operationId: 'checkPublicationAuthorization',
      summary: 'Check the authorization files of a publication',
      description: 'Fetches the files from the domains of the publication and returns the results',
      scope: 'inventory:write',
      answers: 'computed',
    }),
    async handler(request) {
      const id = idOfPath(request.params);
      await requirePublication({ services, request }, id);
      const seller = await readSeller(database);
      const [publication] = await readSoldPublications(database, [id]);
      if (seller !== null && publication !== undefined) {
        const checker = { database, addresses, fetchFile, nowMs };
        await inTurn(() => checkPublication(checker, seller, publication, AbortSignal.timeout(checkMs)));
      }
      return readAuthorization(services, id);
    },
  });
}

function requirePublication(call: Pick<Call, 'services' | 'request'>, id: number) {
  return requireObject(call, { table: 'publication', id, noun: 'inventory/publication' });
}

async function readAuthorization(
  { database, config }: ManagementServices,
  publicationId: number,
): Promise<PublicationAuthorizationView> {
  const addresses = sellerAddressesOf(config.publicUrl);
  const seller = await readSeller(database);
  const all = seller === null ? [] : await readSoldPublications(database);
  const publication = all.find(({ id }) => id === publicationId);
  if (seller === null || publication === undefined) {
    return { publicationId, sellerDomain: seller?.domain ?? null, domains: [] };
  }
  const checks = await readDomainChecks(database, publicationId);
  const domains = publication.domains.map((domain) => ({
    domain,
    adagents: JSON.stringify(adagentsOf(seller, all, addresses, domain), null, 2),
    reference: JSON.stringify(referenceOf(domain, addresses), null, 2),
    adsTxt: adsTxtLines(seller, all, domain),
    checkedAt: checks.get(domain)?.checkedAt ?? null,
    files: [...(checks.get(domain)?.files ?? [])],
  }));
  return { publicationId, sellerDomain: seller.domain, domains };
}
