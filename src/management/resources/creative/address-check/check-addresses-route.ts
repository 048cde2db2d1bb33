import type { FastifyInstance } from 'fastify';
import { creativeView } from '../../../../contract/creative/creative.ts';
import { maxAddressChecksAtOnce } from '../../../../core/vocabulary/limits.ts';
import { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import { limitConcurrency } from '../../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { changeObject } from '../../../api/resource/change-object.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../../api/resource/register-resource.ts';
import { requireObject } from '../../../api/resource/require-object.ts';
import type { CreativeResource } from '../creative-resource.ts';
import { checkCreativeAddresses } from './address-checks.ts';

/** `POST /creatives/{id}/address-check`: fetches what the creative needs of third parties now, and answers what came of it. */
export function registerAddressCheck(
  app: FastifyInstance,
  services: ManagementServices,
  resource: CreativeResource,
): void {
  const { config, database } = services;
  const outgoingFetch = createOutgoingFetch({ allowed: config.privateTargets });
  const inTurn = limitConcurrency(maxAddressChecksAtOnce);
  app.post('/creatives/:id/address-check', {
    config: { scope: resource.writeScope },
    schema: operationSchema({
      tag: resource.tag,
      operationId: 'checkCreativeAddresses',
      summary: 'Fetch what a creative needs of third parties',
      description:
        'Kinds html and vast: the scripts, frames and style sheets of its markup, and its VAST document with those that it ' +
        'wraps. It is done without this call too, some seconds after a change; `addressCheck` and `checks` say what came of it.',
      scope: resource.writeScope,
      params: idParams(resource.one),
      answers: 'acted',
      view: creativeView,
    }),
    async handler(request, reply) {
      const call = { services, request, reply };
      const id = idOfPath(request.params);
      const row = await requireObject(call, { table: 'creative', id, noun: resource.kind });
      await inTurn(() => checkCreativeAddresses({ database, outgoingFetch }, row, { again: true }));
      return changeObject(call, resource, { id, action: 'update', version: 'optional', change: async () => null });
    },
  });
}
