/*
 * Values, queries and labels of inventory.
 *
 * - `inventory-resources.ts`, `inventory-choices.ts`, `formats-query.ts`, `use-inventory.ts`: requests.
 * - `inventory-tree.ts`, `booked-inventory.ts`: the tree and the parts of it that a booking covers. `use-zone.ts`: time zones.
 * - `inventory-labels.ts`, `format-choices.ts`, `screen-labels.ts`, `screen-health-labels.ts`,
 *   `screen-condition-badge.ts`: labels.
 */

import {
  createFormat,
  createLocation,
  createPosition,
  createPublication,
  createPublisher,
  deleteFormat,
  deleteLocation,
  deletePosition,
  deletePublication,
  deletePublisher,
  getFormat,
  getLocation,
  getPosition,
  getPublication,
  getPublisher,
  unarchiveFormat,
  unarchiveLocation,
  unarchivePosition,
  unarchivePublication,
  unarchivePublisher,
  updateFormat,
  updateLocation,
  updatePosition,
  updatePublication,
  updatePublisher,
} from '../../../client/generated/sdk.gen.ts';
import type {
  Format,
  FormatBody,
  Location,
  LocationBody,
  Position,
  PositionBody,
  Publication,
  PublicationBody,
  Publisher,
  PublisherBody,
} from '../../../client/generated/types.gen.ts';
import { client } from '../../api/client.ts';
import type { ResourceClient } from '../../api/resource.ts';

export const publisherClient: ResourceClient<Publisher> = {
  noun: 'publishers',
  kind: 'inventory/publisher',
  touches: ['inventory'],
  read: (id) => getPublisher({ client, path: { id } }),
  create: (body) => createPublisher({ client, body: body as PublisherBody }),
  patch: (id, body, etag) => updatePublisher({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deletePublisher({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchivePublisher({ client, path: { id } }),
};

export const publicationClient: ResourceClient<Publication> = {
  noun: 'publications',
  kind: 'inventory/publication',
  touches: ['inventory'],
  read: (id) => getPublication({ client, path: { id } }),
  create: (body) => createPublication({ client, body: body as PublicationBody }),
  patch: (id, body, etag) => updatePublication({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deletePublication({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchivePublication({ client, path: { id } }),
};

export const locationClient: ResourceClient<Location> = {
  noun: 'locations',
  kind: 'inventory/location',
  touches: ['positions', 'inventory'],
  read: (id) => getLocation({ client, path: { id } }),
  create: (body) => createLocation({ client, body: body as LocationBody }),
  patch: (id, body, etag) => updateLocation({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteLocation({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveLocation({ client, path: { id } }),
};

export const formatClient: ResourceClient<Format> = {
  noun: 'formats',
  kind: 'inventory/format',
  touches: ['positions', 'inventory'],
  read: (id) => getFormat({ client, path: { id } }),
  create: (body) => createFormat({ client, body: body as FormatBody }),
  patch: (id, body, etag) => updateFormat({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteFormat({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchiveFormat({ client, path: { id } }),
};

export const positionClient: ResourceClient<Position> = {
  noun: 'positions',
  kind: 'inventory/position',
  touches: ['inventory'],
  read: (id) => getPosition({ client, path: { id } }),
  create: (body) => createPosition({ client, body: body as PositionBody }),
  patch: (id, body, etag) => updatePosition({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deletePosition({ client, path: { id }, headers: { 'If-Match': etag } }),
  unarchive: (id) => unarchivePosition({ client, path: { id } }),
};
