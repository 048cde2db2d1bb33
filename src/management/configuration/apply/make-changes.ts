/*
 * Changes of the stored configuration, in one transaction.
 *
 * - `make-changes.ts`: each change with the rules of its resource. `written-records.ts`: what is recorded.
 * - `state-columns.ts`, `creative-columns.ts`, `store-mappings.ts`: what bodies of the API do not contain.
 * - `creative-sets.ts`, `raw-files.ts`: files of creatives.
 */

import type { Scope } from '../../../contract/access/scopes.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { FieldError } from '../../../contract/common/problems.ts';
import type { ConfiguredAsset, ConfiguredRawFile } from '../../../contract/configuration/creative-files.ts';
import type {
  ConfiguredBookingState,
  ConfiguredCampaignState,
  ConfiguredCreativeState,
} from '../../../contract/configuration/object-state.ts';
import type { SectionName } from '../../../contract/configuration/sections.ts';
import type { ConfiguredMappings } from '../../../contract/configuration/user-mappings.ts';
import type { CreativeBody } from '../../../contract/creative/creative.ts';
import type { StoredAsset } from '../../../platform/db/tables/stored-asset.ts';
import { rememberLocks } from '../../../platform/db/transaction-memory.ts';
import type { TransactionChange } from '../../records/change.ts';
import { archiveChange } from '../../records/common-changes.ts';
import { type DomainError, invalidRequest } from '../../records/domain-error.ts';
import { isOutage, toDomainError } from '../../records/errors-of-engines.ts';
import { parseBody } from '../../records/field-errors.ts';
import { presentRecord } from '../../records/present-record.ts';
import { requireScope } from '../../records/require-scope.ts';
import type { ResourceTable, Row, WriteContext } from '../../records/resource.ts';
import { insertRecord, lockRecord, type RecordChange, updateRecord } from '../../records/save-record.ts';
import { archiveCreativesOf } from '../../resources/creative/product-creatives.ts';
import { readSettings } from '../../resources/settings/read-settings.ts';
import { type CheckedObject, firstProvisionalId, type ProvisionalIds } from '../document/checked-document.ts';
import type { ConfigurationChange } from '../document/compare-configuration.ts';
import { convertBody } from '../document/convert-body.ts';
import { errorAt, placed } from '../document/document-errors.ts';
import { storeKeys, storeRawFile } from '../stored/configuration-keys.ts';
import type { ManagedSection, SectionResource, SectionRow } from '../stored/managed-sections.ts';
import type { CurrentConfiguration } from '../stored/read-configuration.ts';
import { configuredCreativeColumns } from './creative-columns.ts';
import { lockFileSets, openFoundAssets } from './creative-sets.ts';
import { bookingStateColumns, campaignStateColumns } from './state-columns.ts';
import { storeMappings } from './store-mappings.ts';
import { openWrittenRecords, type WrittenRecords } from './written-records.ts';

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
type Applying = ApplyOptions & {
  readonly change: TransactionChange;
  readonly fourEyes: boolean;
  readonly findAssets: ReturnType<typeof openFoundAssets>;
  /** IDs of created objects by provisional ID. */
  readonly created: Map<number, number>;
  readonly written: WrittenRecords;
};

/**
 * Makes all changes in the transaction, each with the rules of the API. Rule violations are collected, so that an
 * author sees all of them.
 * @returns IDs by section and key
 * @throws DomainError with the errors of all objects; the caller must roll back
 */
export async function makeChanges(
  change: TransactionChange,
  changes: readonly ConfigurationChange[],
  options: ApplyOptions,
): Promise<ReadonlyMap<ConfigurationChange, number>> {
  requireScopes(change, changes, options.sections);
  rememberLocks(change.transaction);
  const { fourEyes } = await readSettings(change.transaction);
  const findAssets = openFoundAssets(change.services.fileStore);
  const applying: Applying = {
    ...options,
    change,
    fourEyes,
    findAssets,
    created: new Map(),
    written: openWrittenRecords(),
  };
  await lockFileSets(
    change.transaction,
    changes.flatMap(({ checked }) => pathsOf(checked)),
  );
  const errors: FieldError[] = [];
  const ids = new Map<ConfigurationChange, number>();
  for (const batch of batchesOf(changes)) {
    const outcomes = await Promise.allSettled(
      batch.map(async (one) => {
        const failed = await orErrors(one, applying, async () => {
          ids.set(one, await applyOne(one, applying));
        });
        errors.push(...failed);
      }),
    );
    // After a failed statement, the other statements of the batch fail as well. The first error is its cause.
    if (outcomes.some(({ status }) => status === 'rejected')) throw causeOf(outcomes);
    if (errors.length >= options.maxErrors) break;
  }
  if (errors.length > 0) throw invalidRequest(errors.slice(0, options.maxErrors));
  await storeNewKeys(change, changes, ids);
  await applying.written.record(change, changes);
  return ids;
}

/** Returns the error that is not a consequence of another one. */
function causeOf(outcomes: readonly PromiseSettledResult<void>[]): unknown {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  const isConsequence = (error: unknown) => (error as { readonly code?: unknown }).code === transactionAborted;
  return reasons.find((error) => !isConsequence(error)) ?? reasons[0];
}

/** SQLSTATE of a statement in a transaction that has failed. */
const transactionAborted = '25P02';

/** Objects whose queries overlap. They use one connection, so this only hides the time between two queries. */
const objectsAtOnce = 8;

/** Sections whose objects can refer to each other, or whose rules compare objects of the section. */
const oneByOne: ReadonlySet<SectionName> = new Set(['settings', 'publishers', 'users', 'products']);

/** Returns the changes in groups of one section and action, in their order. */
function batchesOf(changes: readonly ConfigurationChange[]): readonly (readonly ConfigurationChange[])[] {
  const batches: ConfigurationChange[][] = [];
  for (const one of changes) {
    const last = batches.at(-1);
    const first = last?.[0];
    const fits = first?.section === one.section && first.action === one.action && !oneByOne.has(one.section);
    if (fits && last !== undefined && last.length < objectsAtOnce) last.push(one);
    else batches.push([one]);
  }
  return batches;
}

function pathsOf(checked: CheckedObject | null): readonly string[] {
  return ((checked?.extra['assets'] ?? []) as readonly ConfiguredAsset[]).map(({ path }) => path);
}

/** A change requires the scope of its section, and an approval that of approving. */
function requireScopes(
  change: TransactionChange,
  changes: readonly ConfigurationChange[],
  sections: readonly ManagedSection[],
): void {
  const scopes = new Set<Scope>();
  for (const { name, resource } of sections) {
    const own = changes.filter(({ section }) => section === name);
    if (own.length > 0) scopes.add(resource.writeScope);
    if (name === 'bookings' && own.some(isDecided)) scopes.add('bookings:approve');
    if (name === 'creatives' && own.length > 0) scopes.add('creatives:approve');
    if (name === 'users' && own.some(({ after }) => after?.['mappings'] !== undefined))
      scopes.add('user-mapping:write');
  }
  for (const scope of scopes) requireScope(change, scope);
}

function isDecided({ checked }: ConfigurationChange): boolean {
  const state = checked?.extra['state'] as ConfiguredBookingState | undefined;
  return state?.lifecycle === 'approved' || state?.lifecycle === 'rejected';
}

/** Runs the change of one object. Returns its errors at their positions in the document. */
async function orErrors(
  { section: name, key }: ConfigurationChange,
  { sections }: Applying,
  work: () => Promise<void>,
): Promise<readonly FieldError[]> {
  try {
    await work();
    return [];
  } catch (error) {
    const failure = toDomainError(error);
    if (failure === null || isOutage(failure) || failure.code === 'insufficient_scope') throw error;
    const section = sections.find((one) => one.name === name) as ManagedSection;
    const at = name === 'settings' ? [name] : [name, key];
    const errors = errorsOfObject(failure, section, at);
    // Errors of rules are collected. A failed statement ends the transaction.
    if (failure === error) return errors;
    throw invalidRequest(errors);
  }
}

function errorsOfObject({ code, message, details }: DomainError, section: ManagedSection, at: readonly string[]) {
  const { errors } = details;
  if (errors === undefined) return [errorAt(at, code, details.detail ?? message)];
  return errors.map((one) => (one.pointer.startsWith(`/${section.name}/`) ? one : placed(section, at, one)));
}

async function applyOne(one: ConfigurationChange, applying: Applying): Promise<number> {
  const section = applying.sections.find(({ name }) => name === one.section) as ManagedSection;
  const { change } = applying;
  if (one.action === 'archive') return archive(one, section, applying);
  const checked = one.checked as CheckedObject;
  const body = convertBody(checked.body, section.references, (id) => realId(id, applying));
  const configured = await resourceOf(section, { checked, body, applying, change: one });
  const { resource } = configured;
  if (one.id === null) {
    const { row, also } = await insertRecord(change, resource, body);
    const provisional = applying.provisional.idByKey.get(section.name)?.get(one.key);
    if (provisional !== undefined) applying.created.set(provisional, row.id);
    await configured.after?.();
    applying.written.add(section, { change: one, action: 'create', before: null, row, also });
    return row.id;
  }
  const write = async (context: WriteContext<ResourceTable>) => ({
    columns: { ...(await resource.columns(body, context)), archivedAt: null } as never,
    after: async (row: SectionRow) => resource.afterWrite?.(row, body, context),
  });
  await update(one, section, { applying, resource, write });
  await configured.after?.();
  return one.id;
}

type Update = {
  readonly applying: Applying;
  readonly resource: SectionResource;
  readonly write: RecordChange<ResourceTable>['change'];
};

async function update(one: ConfigurationChange, section: ManagedSection, options: Update): Promise<void> {
  const { applying, resource, write } = options;
  const { change, current } = applying;
  const id = one.id as number;
  const locked = await lockRecord(change, resource, id, one.version === null ? null : `"${one.version}"`);
  const stored = current.get(section.name)?.objects.get(one.key)?.view;
  const reader = { database: change.transaction, caller: change.caller };
  const before = stored ?? (await presentRecord(resource, locked, reader));
  const written = await updateRecord(change, resource, { id, change: write }, locked);
  if (written === null) return;
  const action = actionNames[one.action];
  applying.written.add(section, { change: one, action, before, row: written.row, also: written.also });
}

/** Actions as in the audit log. */
const actionNames = { create: 'create', update: 'update', restore: 'unarchive', archive: 'archive' } as const;

async function archive(one: ConfigurationChange, section: ManagedSection, applying: Applying): Promise<number> {
  const { resource: plain } = section;
  // The state of an archived creative says so.
  const isCreative = section.name === 'creatives';
  const resource = isCreative
    ? ({ ...plain, archivedColumns: () => ({ state: 'archived' }) } as unknown as SectionResource)
    : plain;
  await update(one, section, { applying, resource, write: archiveChange(resource, one.id as number).change });
  if (section.name === 'products') await archiveCreativesOf(applying.change.transaction, one.id as number);
  return one.id as number;
}

function realId(id: number, { created }: Applying): number {
  return id < firstProvisionalId ? id : (created.get(id) ?? id);
}

type Making = {
  readonly checked: CheckedObject;
  readonly body: Record<string, unknown>;
  readonly applying: Applying;
  readonly change: ConfigurationChange;
};

/** A resource whose columns contain the decisions of the document, and writes after the row. */
type Configured = { readonly resource: SectionResource; readonly after?: () => Promise<void> };

async function resourceOf(section: ManagedSection, making: Making): Promise<Configured> {
  const { resource } = section;
  const { checked, applying } = making;
  const { change, fourEyes } = applying;
  const { state } = checked.extra;
  switch (section.name) {
    case 'campaigns':
      return configuredCampaign(section, making);
    case 'bookings':
      return withColumns(resource, (write) =>
        bookingStateColumns(state as ConfiguredBookingState, write.current as Row<'booking'> | null, {
          caller: change.caller,
          fourEyes,
        }),
      );
    case 'creatives':
      return configuredCreative(section, making);
    case 'users':
      return {
        resource,
        after: () => storeMappings(change, making.body['email'] as string, mappingsWithIds(making)),
      };
    default:
      return { resource };
  }
}

/** An option or offer that has expired keeps its expiry, which the rules of the API refuse for a new one. */
function configuredCampaign({ resource }: ManagedSection, { checked, body, applying }: Making): Configured {
  const { nowMs = Date.now } = applying.change.services;
  const { validUntil } = body as { readonly validUntil?: string | null };
  const hasExpired = typeof validUntil === 'string' && body['type'] !== 'campaign' && Date.parse(validUntil) <= nowMs();
  const state = checked.extra['state'] as ConfiguredCampaignState;
  const columns: SectionResource['columns'] = async (given, write) => {
    const stored = await resource.columns(hasExpired ? { ...given, validUntil: null } : given, write);
    const decided = campaignStateColumns(state, write.current as Row<'campaign'> | null);
    return { ...stored, ...decided, ...(hasExpired && { validUntil: new Date(validUntil) }) } as never;
  };
  return { resource: { ...resource, columns } };
}

function withColumns(
  resource: SectionResource,
  columns: (write: WriteContext<ResourceTable>) => Record<string, unknown>,
): Configured {
  const columnsOf: SectionResource['columns'] = async (body, write) =>
    ({ ...(await resource.columns(body, write)), ...columns(write) }) as never;
  return { resource: { ...resource, columns: columnsOf } };
}

async function configuredCreative({ resource }: ManagedSection, making: Making): Promise<Configured> {
  const { checked, applying, change: one } = making;
  const { change, fourEyes } = applying;
  const file = checked.extra['file'] as ConfiguredRawFile | undefined;
  const assets = (checked.extra['assets'] ?? []) as readonly ConfiguredAsset[];
  const at = ['creatives', one.key];
  if (file !== undefined && assets.length > 0)
    throw invalidRequest([errorAt([...at, 'file'], 'unexpected', fieldMessage('notWithAssets'))]);
  const body = parseBody(resource.body, making.body) as CreativeBody;
  const isNewFile = file !== undefined && one.after?.['file'] !== undefined;
  const converted = isNewFile ? await applying.convertFile(file, body, change) : null;
  const kept =
    file !== undefined && !isNewFile ? ((one.after?.['assets'] ?? []) as readonly ConfiguredAsset[]) : assets;
  const found = await applying.findAssets(kept, at);
  if (found.errors.length > 0) throw invalidRequest(found.errors);
  const given = {
    body: converted?.body ?? body,
    state: checked.extra['state'] as ConfiguredCreativeState,
    assets: converted?.assets ?? found.assets,
    awaitsFiles: isNewFile && converted === null,
    fourEyes,
    deliveryUrl: change.services.config.deliveryUrl,
  };
  const columns = (_body: unknown, write: unknown) =>
    configuredCreativeColumns(write as WriteContext<'creative'>, given);
  return { resource: { ...resource, columns: columns as never } };
}

function mappingsWithIds({ checked, applying }: Making) {
  const idOf = (section: SectionName, key: string) =>
    applying.current.get(section)?.keys.idByKey.get(key) ??
    realId(applying.provisional.idByKey.get(section)?.get(key) ?? 0, applying);
  return ((checked.extra['mappings'] ?? []) as ConfiguredMappings).map(
    ({ advertiserCompany, brand, invoiceCompany }) => ({
      advertiserCompanyId: idOf('mediaPartners', advertiserCompany),
      brandId: idOf('brands', brand),
      invoiceCompanyId: invoiceCompany === undefined ? null : idOf('mediaPartners', invoiceCompany),
    }),
  );
}

async function storeNewKeys(
  { transaction }: TransactionChange,
  changes: readonly ConfigurationChange[],
  ids: ReadonlyMap<ConfigurationChange, number>,
): Promise<void> {
  const bySection = Map.groupBy(
    changes.filter(({ action }) => action === 'create'),
    ({ section }) => section,
  );
  for (const [section, own] of bySection) {
    await storeKeys(
      transaction,
      section,
      own.map((one) => [ids.get(one) as number, one.key] as const),
    );
  }
  for (const one of changes) {
    const file = one.checked?.extra['file'] as ConfiguredRawFile | undefined;
    if (file !== undefined && one.after?.['file'] !== undefined)
      await storeRawFile(transaction, ids.get(one) as number, file.sha256);
  }
}
