import type { ConfiguredRawFile } from '../../../contract/configuration/creative-files.ts';
import type { CreativeBody } from '../../../contract/creative/creative.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import type { TransactionChange } from '../../records/change.ts';
import { firstProvisionalId, type ProvisionalIds } from '../document/checked-document.ts';
import type { ManagedSection } from '../stored/managed-sections.ts';
import type { CurrentConfiguration } from '../stored/read-configuration.ts';
import type { openFoundAssets } from './creative-sets.ts';
import type { WrittenRecords } from './written-records.ts';

/** Converts the original file of a creative to stored files. Returns null for a plan, which does not convert files. */
export type ConvertFile = (
  file: ConfiguredRawFile,
  body: CreativeBody,
  change: TransactionChange,
) => Promise<{ readonly body: CreativeBody; readonly assets: readonly StoredAsset[] } | null>;

export type ApplyOptions = {
  readonly sections: readonly ManagedSection[];
  readonly current: CurrentConfiguration;
  readonly provisional: ProvisionalIds;
  readonly convertFile: ConvertFile;
  /** Most errors after which the apply stops. */
  readonly maxErrors: number;
};

/** State of a running apply. */
export type Applying = ApplyOptions & {
  readonly change: TransactionChange;
  /** Whether approvals need another user: with four eyes, or for a caller without full scope. */
  readonly needsReview: boolean;
  readonly findAssets: ReturnType<typeof openFoundAssets>;
  /** IDs of created objects by provisional ID. */
  readonly created: Map<number, number>;
  readonly written: WrittenRecords;
};

/** Returns the ID of an object that was created in this apply, otherwise the ID itself. */
export function realId(id: number, { created }: Applying): number {
  return id < firstProvisionalId ? id : (created.get(id) ?? id);
}
