import type { CreativeBody } from '../../contract/creative.ts';
import type { StoredAsset } from '../db/schema.ts';
import type { FileSet } from './store-files.ts';

/** What an upload became: files that lie under one hash, and how the creative knows them. */
export type PreparedFile = FileSet & {
  readonly asset: StoredAsset;
  /** What the creative then says for players. */
  withMedia?(body: CreativeBody): CreativeBody;
};
