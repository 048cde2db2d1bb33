import type { Transaction } from 'kysely';
import { configurationVersion, type SectionName } from '../../../contract/configuration/sections.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Caller } from '../../access/caller.ts';
import { commonTable, type ResourceView } from '../../records/resource.ts';
import { compactObject } from '../document/compact-object.ts';
import { compareTexts, withKeys } from '../document/convert-references.ts';
import { readSectionKeys, type SectionKeys, type Unkeyed } from './configuration-keys.ts';
import { type ExtraContext, readExtraFields } from './extra-fields.ts';
import type { ManagedSection, SectionRow } from './managed-sections.ts';

/** An object of the configuration as it is stored now. */
export type CurrentObject = {
  readonly id: number;
  readonly version: number;
  readonly view: ResourceView;
  /** The object in the form of the document. */
  readonly object: Readonly<Record<string, unknown>>;
};

/** The stored objects of one section by key, in the order of the keys, and the keys of all its objects. */
export type CurrentSection = { readonly objects: ReadonlyMap<string, CurrentObject>; readonly keys: SectionKeys };

/** The stored configuration. */
export type CurrentConfiguration = ReadonlyMap<SectionName, CurrentSection>;

/** Name of the only object of the section `settings`. */
export const settingsKey = 'settings';

/**
 * Reads all active objects. An object that requires an archived one, such as a booking of an archived campaign, is not
 * part of a configuration. References to archived objects in lists are left out.
 */
export async function readConfiguration(
  transaction: Transaction<Database>,
  sections: readonly ManagedSection[],
  context: Omit<ExtraContext, 'transaction'> & { readonly caller: Caller },
): Promise<CurrentConfiguration> {
  const current = new Map<SectionName, CurrentSection>();
  const alive = new Map<SectionName, ReadonlyMap<number, string>>();
  for (const section of sections) {
    const read = await readSection(transaction, section, { ...context, alive });
    current.set(section.name, read);
    alive.set(section.name, new Map([...read.objects].map(([key, { id }]) => [id, key])));
  }
  return current;
}

type ReadContext = Omit<ExtraContext, 'transaction'> & {
  readonly caller: Caller;
  readonly alive: Map<SectionName, ReadonlyMap<number, string>>;
};

async function readSection(
  transaction: Transaction<Database>,
  section: ManagedSection,
  context: ReadContext,
): Promise<CurrentSection> {
  const rows = await readRows(transaction, section);
  const views = await presentRows(transaction, section, rows, context.caller);
  const keys = await readSectionKeys(
    transaction,
    section.name,
    views.map((view) => unkeyed(section, view)),
  );
  // Objects of a section can refer to each other.
  context.alive.set(section.name, keys.keyById);
  const extra = await readExtraFields(section.name, rows, { ...context, transaction });
  const found = rows.flatMap((row, index): [string, CurrentObject][] => {
    const view = views[index] as ResourceView;
    const key = keys.keyById.get(row.id) as string;
    const body = { ...section.bodyOf(view), ...extra.get(row.id) };
    const object = documentObjectOf(section, key, body, context.alive);
    return object === null ? [] : [[key, { id: row.id, version: row.version, view, object }]];
  });
  return { objects: new Map(found.toSorted(([a], [b]) => compareTexts(a, b))), keys };
}

function unkeyed(section: ManagedSection, view: ResourceView): Unkeyed {
  const natural = section.name === 'settings' ? settingsKey : (view as Record<string, unknown>)[section.naturalKey];
  return { id: view.id, externalId: externalIdOf(view), naturalKey: String(natural) };
}

function externalIdOf(view: ResourceView): string | null {
  const { externalId } = view as { readonly externalId?: string | null };
  return externalId ?? null;
}

/**
 * Converts a body with IDs to an object of the document. null if a reference that it requires is missing.
 * @param alive keys of the objects that can be referred to, by ID
 */
export function documentObjectOf(
  section: ManagedSection,
  key: string,
  body: Readonly<Record<string, unknown>>,
  alive: ReadonlyMap<SectionName, ReadonlyMap<number, string>>,
): Record<string, unknown> | null {
  let isComplete = true;
  const converted = withKeys({ ...body }, section.references, (id, { field, path }) => {
    const found = alive.get(field.section)?.get(id as number);
    if (found === undefined && path.every((step) => typeof step === 'string')) isComplete = false;
    return found;
  });
  return isComplete ? compactObject(section, key, converted) : null;
}

async function readRows(transaction: Transaction<Database>, section: ManagedSection): Promise<readonly SectionRow[]> {
  const { kysely, table } = commonTable(transaction, section.resource.table);
  const query = kysely.selectFrom(table).selectAll().where(`${table}.archivedAt`, 'is', null).orderBy(`${table}.id`);
  const rows = (await query.execute()) as unknown as readonly SectionRow[];
  // Creatives of products belong to their bookings.
  return section.name === 'creatives' ? rows.filter((row) => (row as { kind?: string }).kind !== 'product') : rows;
}

/** Rows that are presented together. */
const rowsAtOnce = 2_000;

async function presentRows(
  transaction: Transaction<Database>,
  { resource }: ManagedSection,
  rows: readonly SectionRow[],
  caller: Caller,
): Promise<readonly ResourceView[]> {
  const views: ResourceView[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    views.push(...(await resource.present(rows.slice(start, start + rowsAtOnce), transaction, caller)));
  }
  return views;
}

/** Returns the document of a configuration, also with the sections that have no objects. */
export function configurationDocumentOf(
  current: CurrentConfiguration,
  sections: readonly ManagedSection[],
): Record<string, unknown> {
  const parts = sections.flatMap(({ name }): [string, unknown][] => {
    const objects = current.get(name)?.objects ?? new Map<string, CurrentObject>();
    if (name === 'settings') return [[name, objects.get(settingsKey)?.object ?? {}]];
    return [[name, Object.fromEntries([...objects].map(([key, { object }]) => [key, object]))]];
  });
  return { version: configurationVersion, ...Object.fromEntries(parts) };
}
