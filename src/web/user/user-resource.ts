import { createUser, deleteUser, getUser, unarchiveUser, updateUser } from '../../client/generated/sdk.gen.ts';
import type { User, UserBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const userResource: ResourceClient<User> = {
  noun: 'users',
  kind: 'users',
  read: (id) => getUser({ client, path: { id } }),
  create: (body) => createUser({ client, body: body as UserBody }),
  patch: (id, body, etag) => updateUser({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteUser({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveUser({ client, path: { id } }),
};
