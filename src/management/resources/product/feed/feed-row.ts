import type { FeedFields } from './feed-fields.ts';

/** One row of a feed before anything of it is checked. */
export type FeedRow = { readonly line: number; readonly fields: FeedFields };

/** Takes the bytes of a feed as they come, and gives the rows that are whole. */
export type FeedParser = {
  push(chunk: Buffer): readonly FeedRow[];
  end(): readonly FeedRow[];
};
