import type { FastifyInstance } from 'fastify';
import type { ManagementServices } from '../../../api/management-services.ts';
import { publicWebhookKeyOf } from './webhook-key.ts';

const headers = { 'Cache-Control': 'public, max-age=300' };

/** Serves the public signing key, and the brand.json that refers to it, where AdCP 3.0 expects them. */
export function serveWebhookKey(app: FastifyInstance, { config, secret }: ManagementServices): void {
  const hidden = { schema: { hide: true } };
  app.get('/.well-known/jwks.json', hidden, (_request, reply) =>
    reply.headers(headers).send({ keys: [publicWebhookKeyOf(secret)] }),
  );
  app.get('/.well-known/brand.json', hidden, (_request, reply) =>
    reply.headers(headers).send({
      version: '1.0',
      agents: [
        {
          type: 'sales',
          id: 'placard',
          url: `${config.publicUrl}/agents/adcp`,
          description: 'Seller agent of the publisher',
          jwks_uri: `${config.publicUrl}/.well-known/jwks.json`,
        },
      ],
    }),
  );
}
