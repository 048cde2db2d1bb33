import {
  createBrand,
  createMediaPartner,
  deleteBrand,
  deleteMediaPartner,
  getBrand,
  getMediaPartner,
  unarchiveBrand,
  unarchiveMediaPartner,
  updateBrand,
  updateMediaPartner,
} from '../../client/generated/sdk.gen.ts';
import type { Brand, BrandBody, MediaPartner, MediaPartnerBody } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const mediaPartnerClient: ResourceClient<MediaPartner> = {
  noun: 'media-partners',
  kind: 'media-partners',
  read: (id) => getMediaPartner({ client, path: { id } }),
  create: (body) => createMediaPartner({ client, body: body as MediaPartnerBody }),
  patch: (id, body, etag) => updateMediaPartner({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteMediaPartner({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveMediaPartner({ client, path: { id } }),
};

export const brandClient: ResourceClient<Brand> = {
  noun: 'brands',
  kind: 'brands',
  read: (id) => getBrand({ client, path: { id } }),
  create: (body) => createBrand({ client, body: body as BrandBody }),
  patch: (id, body, etag) => updateBrand({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteBrand({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveBrand({ client, path: { id } }),
};
