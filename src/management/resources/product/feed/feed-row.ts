import type { FeedFields } from './feed-fields.ts';

/** Unvalidated row of a feed. */
export type FeedRow = { readonly line: number; readonly fields: FeedFields };

/** Incremental parser: takes the bytes of a feed in chunks and returns the complete rows. */
export type FeedParser = {
  push(chunk: Buffer): readonly FeedRow[];
  end(): readonly FeedRow[];
};
