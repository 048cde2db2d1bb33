/*
 * Changes of the stored configuration, in one transaction.
 *
 * - `make-changes.ts`, `applying.ts`: each change with the rules of its resource. `written-records.ts`: what is recorded.
 * - `configured-resource.ts`, `state-columns.ts`, `creative-columns.ts`, `store-mappings.ts`: what bodies of the API do
 *   not contain.
 * - `creative-sets.ts`, `raw-files.ts`: files of creatives.
 */

import { sql } from 'kysely';
import { isFullScope, type Scope } from '../../../contract/access/scopes.ts';
import type { FieldError } from '../../../contract/common/problems.ts';
import type { ConfiguredAsset, ConfiguredRawFile } from '../../../contract/configuration/creative-files.ts';
import type { ConfiguredBookingState } from '../../../contract/configuration/object-state.ts';
import type { SectionName } from '../../../contract/configuration/sections.ts';
import { rememberLocks } from '../../../platform/db/transaction-memory.ts';
import type { TransactionChange } from '../../records/change.ts';
import { archiveChange } from '../../records/common-changes.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidRequest } from '../../records/domain-error.ts';
import { isOutage, toDomainError } from '../../records/errors-of-engines.ts';
import { presentRecord } from '../../records/present-record.ts';
import { requireReferences } from '../../records/require-references.ts';
import { requireScope } from '../../records/require-scope.ts';
import type { ResourceTable, WriteContext } from '../../records/resource.ts';
import { insertRecord, lockRecord, type RecordChange, updateRecord } from '../../records/save-record.ts';
import { archiveCreativesOf } from '../../resources/creative/product-creatives.ts';
import { readSettings } from '../../resources/settings/read-settings.ts';
import type { CheckedObject } from '../document/checked-document.ts';
import type { ConfigurationChange } from '../document/compare-configuration.ts';
import { convertBody } from '../document/convert-body.ts';
import { errorAt, placed } from '../document/document-errors.ts';
import { assetPathsText, storeKeys, storeRawFile } from '../stored/configuration-keys.ts';
import type { ManagedSection, SectionResource, SectionRow } from '../stored/managed-sections.ts';
import { type Applying, type ApplyOptions, realId } from './applying.ts';
import { configuredResource } from './configured-resource.ts';
import { lockFileSets, openFoundAssets } from './creative-sets.ts';
import { openWrittenRecords } from './written-records.ts';

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
  const needsReview = fourEyes || !isFullScope(change.caller.scopes);
  const findAssets = openFoundAssets(change.services.fileStore);
  const applying: Applying = {
    ...options,
    change,
    needsReview,
    findAssets,
    created: new Map(),
    written: openWrittenRecords(),
  };
  await lockObjects(change, changes, options.sections);
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

/** Locks all changed objects in ascending order of ID, as other calls do, so that two calls cannot deadlock. */
async function lockObjects(
  { transaction }: TransactionChange,
  changes: readonly ConfigurationChange[],
  sections: readonly ManagedSection[],
): Promise<void> {
  for (const { name, resource } of sections) {
    const ids = changes.flatMap(({ section, id }) => (section === name && id !== null ? [id] : []));
    if (ids.length === 0) continue;
    const { table } = resource;
    await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = any(${ids}::bigint[])
      order by ${sql.ref(`${table}.id`)} for update
    `.execute(transaction);
  }
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
  const configured = await configuredResource(section, { checked, body, applying, change: one });
  const { resource } = configured;
  if (one.id === null) {
    const { row, also } = await insertRecord(change, resource, body);
    const provisional = applying.provisional.idByKey.get(section.name)?.get(one.key);
    if (provisional !== undefined) applying.created.set(provisional, row.id);
    await configured.after?.(row);
    applying.written.add(section, { change: one, action: 'create', before: null, row, also });
    return row.id;
  }
  const write = async (context: WriteContext<ResourceTable>) => ({
    columns: { ...(await resource.columns(body, context)), archivedAt: null } as never,
    after: async (row: SectionRow) => resource.afterWrite?.(row, body, context),
  });
  if (one.action === 'restore') await requireActiveReferences(body, section, applying);
  const row = await update(one, section, { applying, resource, write });
  if (row !== null) await configured.after?.(row);
  return one.id;
}

/** The rules of a change do not check references that an archived object had before. */
async function requireActiveReferences(
  body: Record<string, unknown>,
  { references }: ManagedSection,
  { change, sections }: Applying,
): Promise<void> {
  for (const { path, section } of references) {
    const target = sections.find(({ name }) => name === section) as ManagedSection;
    const value = path.includes('.') ? null : body[path];
    const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');
    const { table, kind } = target.resource;
    await requireReferences(change, { table, noun: kind, pointer: `/${path}`, ids, known: [] });
  }
}

type Update = {
  readonly applying: Applying;
  readonly resource: SectionResource;
  readonly write: RecordChange<ResourceTable>['change'];
};

/** Returns the row after the change. null: nothing changed. */
async function update(one: ConfigurationChange, section: ManagedSection, options: Update): Promise<SectionRow | null> {
  const { applying, resource, write } = options;
  const { change, current } = applying;
  const id = one.id as number;
  const locked = await lockRecord(change, resource, id, one.version === null ? null : `"${one.version}"`);
  const stored = current.get(section.name)?.objects.get(one.key)?.view;
  const reader = { database: change.transaction, caller: change.caller };
  const before = stored ?? (await presentRecord(resource, locked, reader));
  const written = await updateRecord(change, resource, { id, change: write }, locked);
  if (written === null) return null;
  const action = actionNames[one.action];
  applying.written.add(section, { change: one, action, before, row: written.row, also: written.also });
  return written.row;
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
    const keys = own.map((one) => [ids.get(one) as number, one.key] as const);
    const stored = await storeKeys(transaction, section, keys);
    if (stored < keys.length) throw new DomainError('action_not_allowed', { detail: detailMessage('keysUsed') });
  }
  for (const one of changes) {
    const file = one.checked?.extra['file'] as ConfiguredRawFile | undefined;
    if (file !== undefined && one.after?.['file'] !== undefined)
      await storeRawOf(transaction, ids.get(one) as number, file.sha256);
  }
}

async function storeRawOf(transaction: TransactionChange['transaction'], id: number, sha256: string): Promise<void> {
  const { assets } = await transaction
    .selectFrom('creative')
    .select('creative.assets')
    .where('creative.id', '=', id)
    .executeTakeFirstOrThrow();
  await storeRawFile(transaction, id, { sha256, assets: assetPathsText(assets) });
}
