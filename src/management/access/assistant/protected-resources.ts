import type { FastifyInstance } from 'fastify';
import { scopesOfRole } from '../../../contract/access/scopes.ts';
import type { Config } from '../../../platform/config/config.ts';
import { resourceMetadataPath, resourcePaths } from '../token/token-service-options.ts';
import { assistantRights } from './assistant-rights.ts';

/** Publishes the metadata with which clients of the agent endpoints find the authorization server (RFC 9728). */
export function publishProtectedResources(app: FastifyInstance, { publicUrl }: Config): void {
  const resources = [
    { path: resourcePaths.team, name: 'Placard: team server (MCP)', scopes: assistantRights },
    { path: resourcePaths.sellerAgent, name: 'Placard: seller agent (AdCP)', scopes: scopesOfRole.advertiser },
  ];
  for (const { path, name, scopes } of resources) {
    app.get(resourceMetadataPath(path), { schema: { hide: true } }, (_request, reply) =>
      // Clients that run in a browser read it from other origins. It contains nothing secret.
      reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' }).send({
        resource: `${publicUrl}${path}`,
        authorization_servers: [publicUrl],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: name,
        resource_documentation: `${publicUrl}/docs/`,
      }),
    );
  }
}
