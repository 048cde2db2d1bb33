import type { FastifyInstance } from 'fastify';
import type { ManagementServices } from '../../api/management-services.ts';
import { registerBulk } from '../../api/resource/register-bulk.ts';
import { registerResource } from '../../api/resource/register-resource.ts';
import { addProductImports } from './import-routes.ts';
import { productResource } from './product.ts';

/** Registers products and imports of their feeds. */
export function registerProductRoutes(app: FastifyInstance, services: ManagementServices): void {
  registerResource(app, services, productResource);
  registerBulk(app, services, productResource);
  addProductImports(app, services);
}
