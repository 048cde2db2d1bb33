import type { ColumnType, Generated } from 'kysely';
import type { WithDefault } from '../columns.ts';

/** Tables of screen states. */
export type ScreenTables = {
  readonly playChain: PlayChainTable;
  readonly playLink: { chainId: number; sequence: number; previous: string; hash: string; toldAt: Date };
  readonly playFinding: { chainId: number; sequence: number; kind: string; foundAt: WithDefault<Date> };
  readonly screenDevice: ScreenDeviceTable;
  readonly plannedPlay: { positionId: number; localDay: string; bookingId: number; plays: number };
  readonly bookingMissedPlay: { bookingId: number; planned: number; missed: number };
  readonly plannedScreen: { positionId: number; recordedUntil: Date };
};

type ScreenDeviceTable = {
  positionId: number;
  deviceId: string;
  lastSeenAt: Date;
  clockAheadMs: number | null;
  missingFiles: string[] | null;
};

type PlayChainTable = {
  id: Generated<number>;
  deviceId: string;
  chainKey: string;
  positionId: number;
  firstToldAt: Date;
  lastToldAt: Date;
  /** An int8multirange of sequence numbers. Only read and written in SQL. */
  known: ColumnType<string, never, never>;
};
