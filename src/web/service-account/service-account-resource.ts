import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  unarchiveServiceAccount,
  updateServiceAccount,
} from '../../client/generated/sdk.gen.ts';
import type { ServiceAccount, ServiceAccountBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const serviceAccountResource: ResourceClient<ServiceAccount> = {
  noun: 'service-accounts',
  kind: 'service-accounts',
  read: (id) => getServiceAccount({ client, path: { id } }),
  create: (body) => createServiceAccount({ client, body: body as ServiceAccountBody }),
  patch: (id, body, etag) => updateServiceAccount({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteServiceAccount({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveServiceAccount({ client, path: { id } }),
};
