import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  updateIdentityProvider,
} from '../../client/generated/sdk.gen.ts';
import type { IdentityProvider, IdentityProviderBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const identityProviderResource: ResourceClient<IdentityProvider> = {
  noun: 'identity-providers',
  kind: 'identity-providers',
  read: (id) => getIdentityProvider({ client, path: { id } }),
  create: (body) => createIdentityProvider({ client, body: body as IdentityProviderBody }),
  patch: (id, body, etag) => updateIdentityProvider({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteIdentityProvider({ client, path: { id }, headers: { 'If-Match': etag } }),
};
