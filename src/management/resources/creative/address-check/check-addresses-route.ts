import type { FastifyInstance } from 'fastify';
import { creativeView } from '../../../../contract/creative/creative.ts';
import { maxAddressChecksAtOnce } from '../../../../core/vocabulary/limits/creative-limits.ts';
import { createOutgoingFetch } from '../../../../platform/outgoing/outgoing-fetch.ts';
import { limitConcurrency } from '../../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../../api/management-services.ts';
import { changeObject } from '../../../api/resource/change-object.ts';
import { operationSchema } from '../../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../../api/resource/register-resource.ts';
import { requireObject } from '../../../api/resource/require-object.ts';
import type { CreativeResource } from '../creative-resource.ts';
import { checkCreativeAddresses } from './address-checks.ts';

/**
 * Registers `POST /creatives/{id}/address-check`: checks the third-party URLs of a creative now and returns the result.
 */
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
      summary: 'Check the third-party URLs of a creative',
      description:
        'Kinds html and vast: fetches the scripts, frames and style sheets of the markup, and the VAST document with all wrapped documents. Also runs automatically a few seconds after a change. `addressCheck` and `checks` contain the result.',
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
