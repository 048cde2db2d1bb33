import {
  createDestinationConnection,
  createSegment,
  deleteDestinationConnection,
  deleteSegment,
  getDestinationConnection,
  getSegment,
  listDestinationConnections,
  updateDestinationConnection,
  updateSegment,
} from '../../client/generated/sdk.gen.ts';
import type {
  DestinationConnection,
  DestinationConnectionBody,
  Segment,
  SegmentBody,
} from '../../client/generated/types.gen.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { client, dataOf } from '../api/client.ts';
import type { ResourceClient } from '../api/resource.ts';

export const segmentClient: ResourceClient<Segment> = {
  noun: 'segments',
  kind: 'segments',
  read: (id) => getSegment({ client, path: { id } }),
  create: (body) => createSegment({ client, body: body as SegmentBody }),
  patch: (id, body, etag) => updateSegment({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteSegment({ client, path: { id }, headers: { 'If-Match': etag } }),
};

export const connectionResource: ResourceClient<DestinationConnection> = {
  noun: 'destination-connections',
  kind: 'destination-connections',
  read: (id) => getDestinationConnection({ client, path: { id } }),
  create: (body) => createDestinationConnection({ client, body: body as DestinationConnectionBody }),
  patch: (id, body, etag) => updateDestinationConnection({ client, path: { id }, body, headers: { 'If-Match': etag } }),
  archive: (id, etag) => deleteDestinationConnection({ client, path: { id }, headers: { 'If-Match': etag } }),
};

const limit = 20;

/** Choices of destination connections. */
export const connectionChoices: ChoiceSource = {
  key: ['destination-connections', 'choices'],
  create: { type: 'connection', scope: 'destination-connections:write' },
  find: (search) =>
    dataOf(listDestinationConnections({ client, query: { limit, ...(search === '' ? {} : { search }) } })),
  named: (ids) => Promise.all(ids.map((id) => dataOf(getDestinationConnection({ client, path: { id } })))),
};
