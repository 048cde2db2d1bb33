import type { SharedTablesSize } from '../../../core/decision/tables/shared-tables.ts';
import type { FromDelivery, ToDelivery } from '../../supervisor/messages.ts';

/** Memory that threads share, for a base by the name of its row file: its image, or its draw tables of one hour. */
export type SharedMemoryKey =
  | { readonly kind: 'image'; readonly base: string }
  | { readonly kind: 'tables'; readonly base: string; readonly hour: number; readonly size: SharedTablesSize };

export type SharedMemoryRequest = {
  readonly type: 'shareMemory';
  readonly question: number;
  readonly key: SharedMemoryKey;
};

/** null: there is none. A thread then reads the files itself, or builds its own tables. */
export type SharedMemoryAnswer = {
  readonly type: 'sharedMemory';
  readonly question: number;
  readonly memory: SharedArrayBuffer | null;
};

export type FromThread = FromDelivery | SharedMemoryRequest;
export type ToThread = ToDelivery | SharedMemoryAnswer;

/** Parameters of a thread. */
export type ThreadParameters = {
  readonly number: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of compiled code. null: there is none. */
  readonly compileCache: string | null;
};
