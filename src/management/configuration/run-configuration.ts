import { sql, type Transaction } from 'kysely';
import type {
  ConfigurationApplyView,
  ConfigurationChangeView,
  ConfigurationPlanView,
} from '../../contract/configuration/configuration-calls.ts';
import type { SectionName } from '../../contract/configuration/sections.ts';
import { openLatestPlan } from '../../exchange/plan/latest-plan.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { AppliedChange } from '../../platform/db/tables/configuration-tables.ts';
import type { TransactionChange } from '../records/change.ts';
import { detailMessage } from '../records/detail-message.ts';
import { DomainError, invalidRequest } from '../records/domain-error.ts';
import { recordChanges } from '../records/record-changes.ts';
import type { ChangeRecord } from '../records/resource.ts';
import type { ConvertFile } from './apply/applying.ts';
import { makeChanges } from './apply/make-changes.ts';
import { checkDocument } from './document/check-document.ts';
import type { CheckedDocument } from './document/checked-document.ts';
import {
  type ConfigurationChange,
  compareConfiguration,
  differingFields,
  missingObjects,
} from './document/compare-configuration.ts';
import { changedInventory, mergedInventory, readShares, shareEffects } from './share-effects.ts';
import { storeKeys } from './stored/configuration-keys.ts';
import { type ManagedSection, managedSections } from './stored/managed-sections.ts';
import { type CurrentConfiguration, configurationDocumentOf, readConfiguration } from './stored/read-configuration.ts';

/** A document with the way in which it is applied. */
export type GivenConfiguration = {
  readonly document: unknown;
  readonly prune: boolean;
  readonly convertFile: ConvertFile;
};

/** Most errors that one response lists. */
const maxErrors = 100;

/** A document compared with the stored configuration. */
type Compared = {
  readonly sections: readonly ManagedSection[];
  readonly current: CurrentConfiguration;
  readonly checked: CheckedDocument;
  readonly changes: readonly ConfigurationChange[];
  readonly revision: number;
};

/** Returns the stored configuration as a document. New keys are stored, so that they stay the same. */
export async function exportConfiguration(
  change: TransactionChange,
  names: readonly SectionName[] | null,
): Promise<Record<string, unknown>> {
  const sections = managedSections(change.services);
  // An export and an apply could otherwise give the same key to two objects.
  await lockConfiguration(change.transaction);
  const current = await readStored(change, sections);
  await storeDerivedKeys(change.transaction, current);
  return configurationDocumentOf(
    current,
    sections.filter(({ name }) => names === null || names.includes(name)),
  );
}

/** Compares, applies within the transaction to check all rules, and returns the plan. The caller rolls back. */
export async function planConfiguration(
  change: TransactionChange,
  given: GivenConfiguration,
): Promise<ConfigurationPlanView> {
  const compared = await compare(change, given);
  const { checked, current, sections, changes, revision } = compared;
  const { transaction, services } = change;
  const moment = {
    nowMs: (services.nowMs ?? Date.now)(),
    plan: await openLatestPlan(services.config.dataFolder)(),
  };
  const inventory = await changedInventory(transaction, changes);
  const sharesBefore = await readShares(transaction, inventory, moment);
  const ids = await makeChanges(withoutRecords(change), changes, applyOptions(compared, given));
  const after = await changedInventory(transaction, changes, ids);
  const sharesAfter = await readShares(transaction, mergedInventory(inventory, after), moment);
  const keys = new Map([...ids].filter(([{ section }]) => section === 'bookings').map(([{ key }, id]) => [id, key]));
  const keyOf = (id: number) => keys.get(id) ?? current.get('bookings')?.keys.keyById.get(id) ?? String(id);
  const authors = await readAuthors(transaction, changes, sections);
  return {
    revision,
    ...countChanges(changes),
    changes: changes.map((one) => viewOf(one, authors)),
    unmanaged: given.prune
      ? []
      : missingObjects(checked, current, sections).map(({ section, key, id }) => ({ section, key, id: id as number })),
    ...shareEffects(sharesBefore, sharesAfter, keyOf),
  } as ConfigurationPlanView;
}

/** The records of a plan are discarded, so they are not collected. */
function withoutRecords({ later: _later, ...change }: TransactionChange): TransactionChange {
  return change;
}

/** Applies a document in the transaction, and records the change so that it can be undone. */
export async function applyConfiguration(
  change: TransactionChange,
  given: GivenConfiguration & { readonly expectedRevision: number | null; readonly note: string | null },
): Promise<ConfigurationApplyView> {
  const { transaction } = change;
  await lockConfiguration(transaction);
  const compared = await compare(change, given);
  if (given.expectedRevision !== null && given.expectedRevision !== compared.revision) {
    throw new DomainError('action_not_allowed', {
      detail: detailMessage('staleConfiguration', { revision: compared.revision, expected: given.expectedRevision }),
    });
  }
  const { changes, current } = compared;
  await storeDerivedKeys(transaction, current);
  return applyAndRecord(change, changes, { ...applyOptions(compared, given), note: given.note });
}

/** Serializes applies until the transaction ends. */
export async function lockConfiguration(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('configuration', 0))`.execute(transaction);
}

/** Makes changes, records them in one revision and stores what an undo needs. */
export async function applyAndRecord(
  change: TransactionChange,
  changes: readonly ConfigurationChange[],
  options: Parameters<typeof makeChanges>[2] & { readonly note: string | null },
): Promise<ConfigurationApplyView> {
  const { transaction, caller } = change;
  const later: ChangeRecord[] = [];
  await makeChanges({ ...change, later }, changes, options);
  const counted = countChanges(changes);
  const stored =
    changes.length === 0 ? (new Map() as CurrentConfiguration) : await readStored(change, options.sections);
  if (changes.length === 0) {
    return { id: null, at: null, actor: caller.actor, revision: null, note: options.note, ...counted, undoneBy: null };
  }
  const apply = await transaction
    .insertInto('configurationApply')
    .values({
      actor: caller.actor,
      revision: null,
      note: options.note,
      ...counted,
      changes: JSON.stringify(changes.map((one) => appliedOf(one, stored))),
      undoneBy: null,
    })
    .returning(['configurationApply.id', 'configurationApply.at'])
    .executeTakeFirstOrThrow();
  const revision = later.length === 0 ? null : await recordChanges(change, later, `apply configuration ${apply.id}`);
  await transaction.updateTable('configurationApply').set({ revision }).where('id', '=', apply.id).execute();
  return {
    id: apply.id,
    at: apply.at.toISOString(),
    actor: caller.actor,
    revision,
    note: options.note,
    ...counted,
    undoneBy: null,
  };
}

/** Reads the stored configuration and compares a document with it. */
export async function compare(
  change: TransactionChange,
  { document, prune }: Pick<GivenConfiguration, 'document' | 'prune'>,
): Promise<Compared> {
  const { transaction, services } = change;
  const sections = managedSections(services);
  const { revision } = await transaction.selectFrom('currentRevision').select('revision').executeTakeFirstOrThrow();
  const current = await readStored(change, sections);
  const checked = checkDocument(document, sections, { current, deliveryUrl: services.config.deliveryUrl, prune });
  if (checked.errors.length > 0) throw invalidRequest(checked.errors);
  return { sections, current, checked, revision, changes: compareConfiguration(checked, current, { sections, prune }) };
}

export function applyOptions(
  { sections, current, checked }: Compared,
  { convertFile }: Pick<GivenConfiguration, 'convertFile'>,
) {
  return { sections, current, provisional: checked.provisional, convertFile, maxErrors };
}

function readStored({ transaction, services, caller }: TransactionChange, sections: readonly ManagedSection[]) {
  if (caller.reach !== 'everything') {
    throw new DomainError('not_permitted', { detail: detailMessage('allDataRequired') });
  }
  const { deliveryUrl } = services.config;
  const nowMs = (services.nowMs ?? Date.now)();
  return readConfiguration(transaction, sections, { caller, deliveryUrl, nowMs, alive: new Map() });
}

async function storeDerivedKeys(transaction: Transaction<Database>, current: CurrentConfiguration): Promise<void> {
  for (const [section, { keys }] of current) await storeKeys(transaction, section, keys.derived);
}

function countChanges(changes: readonly ConfigurationChange[]) {
  const of = (wanted: ConfigurationChange['action']) => changes.filter(({ action }) => action === wanted).length;
  return { created: of('create'), updated: of('update'), restored: of('restore'), archived: of('archive') };
}

/** @param stored the configuration after the changes, which can differ from the document: a review can be required */
function appliedOf({ section, key, action, before }: ConfigurationChange, stored: CurrentConfiguration): AppliedChange {
  const after = action === 'archive' ? undefined : stored.get(section)?.objects.get(key)?.object;
  return { section, key, action, before: before && { ...before }, after: after === undefined ? null : { ...after } };
}

type Authors = ReadonlyMap<string, { readonly actor: string; readonly at: string }>;

function viewOf(one: ConfigurationChange, authors: Authors): ConfigurationChangeView {
  const { section, key, id, action } = one;
  const fields = action === 'update' ? differingFields(one) : [];
  return { section, key, id, action, fields, changedBy: authors.get(`${section} ${id}`) ?? null };
}

/** Reads the last audit entry of each object that exists. */
async function readAuthors(
  transaction: Transaction<Database>,
  changes: readonly ConfigurationChange[],
  sections: readonly ManagedSection[],
): Promise<Authors> {
  const authors = new Map<string, { actor: string; at: string }>();
  for (const { name, kind } of sections) {
    const ids = changes.flatMap(({ section, id }) => (section === name && id !== null ? [id] : []));
    if (ids.length === 0) continue;
    const { rows } = await sql<{ objectId: number; actor: string; at: Date }>`
      select distinct on (object_id) object_id, actor, at from audit_entry
      where kind = ${kind} and object_id = any(${ids}::bigint[])
      order by object_id, id desc
    `.execute(transaction);
    for (const { objectId, actor, at } of rows) authors.set(`${name} ${objectId}`, { actor, at: at.toISOString() });
  }
  return authors;
}
