import {
  createSavedReport,
  deleteSavedReport,
  getSavedReport,
  unarchiveSavedReport,
  updateSavedReport,
} from '../../client/generated/sdk.gen.ts';
import type { SavedReport, SavedReportBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const savedReportResource: ResourceClient<SavedReport> = {
  noun: 'saved-reports',
  kind: 'saved-reports',
  read: (id) => getSavedReport({ client, path: { id } }),
  create: (body) => createSavedReport({ client, body: body as SavedReportBody }),
  patch: (id, body, etag) => updateSavedReport({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteSavedReport({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveSavedReport({ client, path: { id }, headers: { 'If-Match': '*' } }),
};
