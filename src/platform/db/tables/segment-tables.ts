import type { Generated } from 'kysely';
import type { CommonColumns, Json, WithDefault } from '../columns.ts';

/** Tables of audience segments. */
export type SegmentTables = {
  readonly destinationConnection: DestinationConnectionTable;
  readonly segment: SegmentTable;
  readonly segmentDelivery: SegmentDeliveryTable;
  readonly attributeInbox: AttributeInboxTable;
  readonly erasure: ErasureTable;
};

type DestinationConnectionTable = CommonColumns & {
  kind: string;
  folder: string | null;
  bucket: string | null;
  prefix: string | null;
  region: string | null;
  endpoint: string | null;
  accessKeyId: string | null;
  sealedSecretKey: string | null;
  identifierType: string;
  maxBadRowsPercent: number;
  active: boolean;
  checkedAt: Date | null;
  problem: string | null;
};

type SegmentTable = CommonColumns & {
  code: string;
  foldedCode: string;
  /** null: attributes from back ends, or no source yet. */
  sourceId: number | null;
  attribute: string | null;
  ttlSeconds: number;
  size: WithDefault<number>;
  freshAt: Date | null;
};

type SegmentDeliveryTable = {
  id: Generated<number>;
  connectionId: number;
  folder: string;
  tag: string;
  kind: string | null;
  status: string;
  problem: string | null;
  detail: string | null;
  rows: WithDefault<number>;
  badRows: WithDefault<number>;
  faults: Json<Readonly<Record<string, number>>>;
  namedRows: Json<readonly { readonly file: string; readonly line: number; readonly code: string }[]>;
  memberships: number | null;
  startedAt: WithDefault<Date>;
  finishedAt: Date | null;
};

type AttributeInboxTable = {
  id: Generated<number>;
  low: number;
  high: number;
  attribute: string;
  codes: string[];
  saidAt: Date;
};

type ErasureTable = {
  id: Generated<number>;
  /** null: done. */
  low: number | null;
  high: number | null;
  /** Keys under which frequency caps count them; null: all processes have removed the counts. */
  viewerKeys: Json<readonly (readonly [low: number, high: number])[]> | null;
  erasedKey: string;
  requestedAt: WithDefault<Date>;
  requestedBy: string;
  finishedAt: Date | null;
};
