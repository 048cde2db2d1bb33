import {
  createConversionAction,
  deleteConversionAction,
  getConversionAction,
  unarchiveConversionAction,
  updateConversionAction,
} from '../../client/generated/sdk.gen.ts';
import type { ConversionAction, ConversionActionBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const conversionActionClient: ResourceClient<ConversionAction> = {
  noun: 'conversion-actions',
  kind: 'conversion-actions',
  read: (id) => getConversionAction({ client, path: { id } }),
  create: (body) => createConversionAction({ client, body: body as ConversionActionBody }),
  patch: (id, body, etag) => updateConversionAction({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteConversionAction({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveConversionAction({ client, path: { id } }),
};
