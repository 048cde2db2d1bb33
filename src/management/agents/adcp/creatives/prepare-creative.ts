import { createHash } from 'node:crypto';

import { type Row, readRow } from '../../../records/resource.ts';
import type { PreparedFiles } from '../../../resources/creative/create-creative.ts';
import { noFields, prepareFields } from '../../../resources/creative/files/prepare-fields.ts';
import { prepareFile } from '../../../resources/creative/files/prepare-file.ts';
import type { UploadedFile } from '../../../resources/creative/files/read-upload.ts';
import type { FileSet } from '../../../resources/creative/files/store-files.ts';
import type { SellerContext } from '../seller-context.ts';
import { type AgentCreative, libraryIdOf } from './agent-creatives.ts';
import { CreativeFault } from './creative-fault.ts';
import { creativeDraftOf, type Draft } from './draft-of-creative.ts';
import type { CreativeGiven } from './protocol-types.ts';
import type { AcceptedFormat } from './read-formats.ts';

/** A creative that can be saved: its values, and its files if they were fetched. */
export type PreparedCreative = {
  readonly key: string;
  readonly tags: readonly string[];
  readonly draft: Draft;
  /** Identifies equal content of a buyer. Addresses of files are part of it, not the files. */
  readonly contentHash: string;
  readonly files: PreparedFiles;
  readonly sets: readonly FileSet[];
  readonly warnings: readonly string[];
};

type Given = {
  readonly creative: CreativeGiven;
  readonly format: AcceptedFormat | undefined;
  readonly known: AgentCreative | undefined;
  readonly brandId: number;
};

/**
 * Reads a creative of the protocol and fetches its files. Files of an unchanged creative are not fetched again, except
 * those that are still missing. A file that cannot be fetched is missing: a warning.
 * @throws CreativeFault or DomainError if the creative is invalid
 */
export async function prepareCreative(
  context: SellerContext,
  { creative, format, known, brandId }: Given,
  { signal, isDryRun }: { readonly signal: AbortSignal; readonly isDryRun: boolean },
): Promise<PreparedCreative> {
  if (format === undefined) {
    throw new CreativeFault('REFERENCE_NOT_FOUND', 'There is no format with this ID', 'format_id');
  }
  if (libraryIdOf(creative.creative_id) !== null) {
    const message = 'IDs with this prefix are those of creatives that the agent did not sync. Use another ID';
    throw new CreativeFault('INVALID_STATE', message, 'creative_id');
  }
  const draft = creativeDraftOf(creative, format, brandId);
  const contentHash = hashOf(creative);
  const current = known === undefined ? undefined : await readCreative(context, known.creativeId);
  const addresses = new Map([...(draft.file === null ? [] : [[null, draft.file] as const]), ...draft.fieldFiles]);
  const isSame = known?.contentHash === contentHash;
  const missing = [...addresses].filter(([field]) => !(isSame && current !== undefined && hasFile(current, field)));
  const { files, warnings } = isDryRun
    ? { files: new Map<string | null, UploadedFile>(), warnings: [] }
    : await fetchFiles(context, missing, { kind: draft.body.kind, signal });
  const means = { database: context.services.database, workshops: context.creativeMeans.workshops };
  const main = files.get(null);
  const file = main === undefined ? null : await prepareFile(means, draft.body, main);
  const ofFields = new Map([...files].flatMap(([field, one]) => (field === null ? [] : [[field, one] as const])));
  const inFields =
    ofFields.size === 0
      ? noFields
      : await prepareFields(means, { formatId: draft.body.formatId, fields: null }, ofFields);
  return {
    key: creative.creative_id,
    tags: creative.tags ?? [],
    draft,
    contentHash,
    files: { file, inFields, awaitsFiles: files.size < missing.length },
    sets: [...(file?.sets ?? []), ...inFields.sets],
    warnings,
  };
}

async function fetchFiles(
  { creativeMeans }: SellerContext,
  addresses: readonly (readonly [field: string | null, url: string])[],
  { kind, signal }: { readonly kind: Draft['body']['kind']; readonly signal: AbortSignal },
) {
  const files = new Map<string | null, UploadedFile>();
  const warnings: string[] = [];
  for (const [field, url] of addresses) {
    const fetched = await creativeMeans.fetchFile(url, kind, signal);
    if ('file' in fetched) files.set(field, fetched.file);
    else {
      const name = field === null ? 'The file' : `The file of ${field}`;
      warnings.push(`${name} is missing: ${fetched.failure}. Sync the creative again when it is available`);
    }
  }
  return { files, warnings };
}

async function readCreative({ services, caller }: SellerContext, id: number): Promise<Row<'creative'> | undefined> {
  return readRow(services.database, { table: 'creative', id, reach: caller.reach });
}

function hasFile(row: Row<'creative'>, field: string | null): boolean {
  return (row.pendingVersion ?? row).assets.some((asset) => (asset.field ?? null) === field);
}

/** What a buyer can change. Members of objects are sorted, because their order has no meaning. */
function hashOf({ name, format_id: format, assets, tags = [] }: CreativeGiven): string {
  const text = JSON.stringify([name, format.id, assets, tags], (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}
