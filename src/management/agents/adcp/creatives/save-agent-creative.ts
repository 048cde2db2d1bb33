import type { CreativeBody, CreativeView, creativeBody } from '../../../../contract/creative/creative.ts';
import type { TransactionChange } from '../../../records/change.ts';
import { missingObject } from '../../../records/domain-error.ts';
import { parseBody } from '../../../records/field-errors.ts';
import { presentRecord } from '../../../records/present-record.ts';
import { type Row, readRow, type WriteContext } from '../../../records/resource.ts';
import { changeRecord, createRecord } from '../../../records/save-record.ts';
import { withNewFiles } from '../../../resources/creative/create-creative.ts';
import { creativeActionRules } from '../../../resources/creative/creative-action-rules.ts';
import type { CreativeResource } from '../../../resources/creative/creative-resource.ts';
import { shownWith } from '../../../resources/creative/files/replace-file.ts';
import type { KeepFiles } from '../../../resources/creative/files/with-stored-files.ts';
import type { ShownVersion } from '../../../resources/creative/shown.ts';
import { showInstead, versionToChange } from '../../../resources/creative/shown-version.ts';
import { type BuyerScope, lockAgentCreatives, readAgentCreativeRows, storeAgentCreative } from './agent-creatives.ts';
import { CreativeFault } from './creative-fault.ts';
import type { PreparedCreative } from './prepare-creative.ts';
import { statusOf } from './present-agent-creative.ts';
import type { ProtocolAction, ProtocolStatus } from './protocol-types.ts';

/** A saved creative for the response. */
export type SavedCreative = {
  readonly action: ProtocolAction;
  readonly status: ProtocolStatus;
  /** null: nothing was saved, because it was a dry run that creates. */
  readonly platformId: number | null;
  readonly warnings: readonly string[];
};

type Saving = { readonly scope: BuyerScope; readonly resource: CreativeResource; readonly keep: KeepFiles };

/** Creates or changes the creative of a buyer through the write service: rules, review, audit and events apply. */
export async function saveAgentCreative(
  change: TransactionChange,
  saving: Saving,
  prepared: PreparedCreative,
): Promise<SavedCreative> {
  const { transaction } = change;
  const { scope } = saving;
  const { key, contentHash, tags } = prepared;
  await lockAgentCreatives(transaction, scope);
  const known = (await readAgentCreativeRows(transaction, scope, [key])).get(key);
  if (known === undefined) {
    const resource = withNewFiles(saving.resource, { ...prepared.files, keep: saving.keep });
    const { view } = await createRecord(change, resource, prepared.draft.body);
    await storeAgentCreative(transaction, scope, { key, creativeId: view.id, contentHash, tags });
    return saved('created', view, { warnings: prepared.warnings, isStored: change.later === undefined });
  }
  const isSame = known.contentHash === contentHash;
  const outcome = await changeCreative(change, saving, { id: known.creativeId, prepared, isSame });
  if (!isSame) await storeAgentCreative(transaction, scope, { ...known, contentHash, tags });
  const action = outcome.isChanged || !isSame ? 'updated' : 'unchanged';
  return saved(action, outcome.view, { warnings: prepared.warnings, isStored: true });
}

type Changed = { readonly id: number; readonly prepared: PreparedCreative; readonly isSame: boolean };

async function changeCreative(change: TransactionChange, saving: Saving, { id, prepared, isSame }: Changed) {
  const { resource } = saving;
  const { transaction, caller } = change;
  const current = await readRow(transaction, { table: 'creative', id, reach: caller.reach, lock: 'update' });
  if (current === undefined) throw missingObject(resource.kind, id);
  requireSameKind(current, prepared);
  let view = await presentRecord(resource, current, { database: transaction, caller });
  let isChanged = false;
  const apply = async (changed: ReturnType<typeof changeRecord<'creative', typeof creativeBody, CreativeView>>) => {
    const { view: next, outcome } = await changed;
    view = next;
    isChanged ||= outcome !== 'unchanged';
  };
  if (current.archivedAt !== null) {
    const given = { reason: null, hold: null };
    const restore = { id, action: 'unarchive', version: 'optional' } as const;
    await apply(
      changeRecord(
        change,
        resource,
        { ...restore, change: (write) => creativeActionRules.perform('unarchive', write, given) },
        null,
      ),
    );
  }
  if (prepared.sets.length > 0) {
    await apply(
      changeRecord(
        change,
        resource,
        {
          id,
          action: 'update',
          version: 'optional',
          async change(write) {
            const next = withFiles(await versionToChange(write.current, write), prepared);
            const columns = await showInstead(write.current, next, write);
            return { columns, after: () => saving.keep(write.transaction) };
          },
        },
        null,
      ),
    );
  }
  if (!isSame) {
    const update = { id, action: 'update', version: 'optional' } as const;
    await apply(
      changeRecord(change, resource, { ...update, change: (write) => changeValues(write, resource, prepared) }, null),
    );
  }
  return { view, isChanged };
}

async function changeValues(
  write: WriteContext<'creative'> & { readonly current: Row<'creative'> },
  resource: CreativeResource,
  prepared: PreparedCreative,
) {
  const { transaction: database, caller, current } = write;
  const view = await presentRecord(resource, current, { database, caller });
  const document = await resource.writable?.(view, write);
  const body = parseBody(resource.body, { ...document, ...givenValues(prepared) });
  return { columns: await resource.columns(body, write) };
}

function requireSameKind({ kind, formatId }: Row<'creative'>, { draft }: PreparedCreative): void {
  if (formatId !== draft.body.formatId) {
    throw new CreativeFault('INVALID_STATE', 'The format of a creative cannot change. Use another ID', 'format_id');
  }
  if (kind === draft.body.kind) return;
  throw new CreativeFault('INVALID_STATE', 'The kind of the main asset cannot change. Use another ID', 'assets');
}

/** Values that a buyer determines. Files are changed separately, and `media` describes them. */
function givenValues({ draft: { body } }: PreparedCreative): Partial<CreativeBody> {
  const { name, clickUrl, altText, html, fields, vast, trackers } = body;
  return { name, clickUrl, altText, html, fields, vast, trackers };
}

function withFiles(base: ShownVersion, { files: { file, inFields } }: PreparedCreative): ShownVersion {
  if (file !== null) return shownWith(base, file);
  const fields = new Set(inFields.assets.map(({ field }) => field));
  return { ...base, assets: [...base.assets.filter(({ field }) => !fields.has(field)), ...inFields.assets] };
}

/** Archives a creative that the buyer removed. Returns whether it was active. */
export async function archiveAgentCreative(
  change: TransactionChange,
  resource: CreativeResource,
  id: number,
): Promise<boolean> {
  const { outcome } = await changeRecord(
    change,
    resource,
    {
      id,
      action: 'archive',
      version: 'optional',
      change: async (write) =>
        write.current.archivedAt === null
          ? creativeActionRules.perform('archive', write, { reason: null, hold: null })
          : null,
    },
    null,
  );
  return outcome === 'changed';
}

function saved(
  action: ProtocolAction,
  view: CreativeView,
  { warnings, isStored }: { readonly warnings: readonly string[]; readonly isStored: boolean },
): SavedCreative {
  const waits = 'The new version waits for review. The approved version continues to deliver';
  return {
    action,
    status: statusOf(view.state),
    platformId: isStored ? view.id : null,
    warnings: [...warnings, ...(view.pendingVersion === null ? [] : [waits])],
  };
}
