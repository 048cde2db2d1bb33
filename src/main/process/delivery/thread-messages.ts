import type { FromDelivery, ToDelivery } from '../../supervisor/messages.ts';

/** Request for the image of a base, by the name of its row file. */
export type SharedImageRequest = { readonly type: 'image'; readonly question: number; readonly base: string };

/** Verified bytes in shared memory. null: the thread reads the files, and reports what is wrong with them. */
export type SharedImageAnswer = {
  readonly type: 'imageBytes';
  readonly question: number;
  readonly bytes: SharedArrayBuffer | null;
};

export type FromThread = FromDelivery | SharedImageRequest;
export type ToThread = ToDelivery | SharedImageAnswer;

/** Parameters of a thread. */
export type ThreadParameters = {
  readonly number: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of compiled code. null: there is none. */
  readonly compileCache: string | null;
};
