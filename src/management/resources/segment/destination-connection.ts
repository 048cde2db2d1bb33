import { join } from 'node:path';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import {
  type DestinationConnectionBody,
  destinationConnectionBody,
  destinationConnectionView,
} from '../../../contract/audience/segment.ts';
import { destinationConnectionType } from '../../../contract/resource-types/destination-connection.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { openSealedText, sealText } from '../../../platform/keys/sealed-text.ts';
import { choiceFilter, textFilter } from '../../api/resource/list-filters.ts';
import { commonFields, type Resource } from '../../records/resource.ts';
import type { SourceLocation } from './delivery-source.ts';

export type StoredConnection = Selectable<Database['destinationConnection']>;

/** Resource `/destination-connections`: locations of the audience files of platforms. */
export const destinationConnectionResource: Resource<
  'destinationConnection',
  typeof destinationConnectionBody,
  z.output<typeof destinationConnectionView>
> = {
  ...destinationConnectionType,
  table: 'destinationConnection',
  body: destinationConnectionBody,
  view: destinationConnectionView,
  present: (rows) =>
    rows.map((row) => ({
      ...commonFields(row),
      kind: row.kind as 'folder' | 'bucket',
      folder: row.folder,
      bucket: row.bucket,
      prefix: row.prefix,
      region: row.region,
      endpoint: row.endpoint,
      accessKeyId: row.accessKeyId,
      hasSecretAccessKey: row.sealedSecretKey !== null,
      identifierType: row.identifierType,
      maxBadRowsPercent: row.maxBadRowsPercent,
      active: row.active,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      problem: row.problem,
    })),
  columns(body, { current, services }) {
    const secret = body.secretAccessKey;
    return {
      name: body.name,
      externalId: body.externalId ?? null,
      ...locationColumns(body),
      sealedSecretKey:
        secret === undefined
          ? (current?.sealedSecretKey ?? null)
          : sealText(deriveKey(services.secret, 'destination-connection'), secret),
      identifierType: body.identifierType,
      maxBadRowsPercent: body.maxBadRowsPercent,
      active: body.active,
      checkedAt: current?.checkedAt ?? null,
      problem: current?.problem ?? null,
    };
  },
  filters: {
    kind: choiceFilter('destinationConnection.kind', ['folder', 'bucket'], 'Kind of file location'),
    externalId: textFilter('destinationConnection.externalId', 'ID in your own system'),
  },
  computedFields: ['checkedAt', 'problem'],
  requiredActive: () => [],
  dependents: [{ kind: 'segments', table: 'segment', column: 'sourceId' }],
};

function locationColumns(body: DestinationConnectionBody) {
  const { kind, folder = null, bucket = null, prefix = null, region = null, endpoint = null } = body;
  return { kind, folder, bucket, prefix, region, endpoint, accessKeyId: body.accessKeyId ?? null };
}

/**
 * Returns the location of a connection's files.
 * @param options.deliveries folder that contains all delivery folders
 * @param options.privateTargets private addresses that the endpoint of a bucket may use
 */
export function sourceLocationOf(
  connection: StoredConnection,
  options: { readonly deliveries: string; readonly secret: string; readonly privateTargets: readonly string[] },
): SourceLocation {
  const { accessKeyId, sealedSecretKey } = connection;
  if (connection.kind === 'folder') return { kind: 'folder', path: join(options.deliveries, connection.folder ?? '') };
  const key = deriveKey(options.secret, 'destination-connection');
  const secretAccessKey = sealedSecretKey === null ? null : openSealedText(key, sealedSecretKey);
  return {
    kind: 'bucket',
    bucket: {
      kind: 'bucket',
      bucket: connection.bucket ?? '',
      prefix: connection.prefix ?? '',
      region: connection.region,
      endpoint: connection.endpoint,
    },
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    privateTargets: options.privateTargets,
  };
}
