/*
 * A document: its objects, their normal form, and the comparison with the stored configuration.
 *
 * - `check-document.ts`, `checked-document.ts`: from a document to valid bodies. `order-by-parent.ts`: publishers.
 *   `document-errors.ts`: errors at their positions.
 * - `convert-references.ts`, `convert-body.ts`: keys and IDs. `own-media.ts`: URLs of own files.
 * - `compact-object.ts`: the normal form. `compare-configuration.ts`: differences.
 */

import { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { issueMessage } from '../../../contract/common/issue-message.ts';
import type { FieldError } from '../../../contract/common/problems.ts';
import {
  configurationVersion,
  type ReferenceField,
  type SectionName,
} from '../../../contract/configuration/sections.ts';
import type { ConfiguredMappings } from '../../../contract/configuration/user-mappings.ts';
import { fieldErrors } from '../../records/field-errors.ts';
import type { ManagedSection } from '../stored/managed-sections.ts';
import { type CurrentConfiguration, settingsKey } from '../stored/read-configuration.ts';
import {
  type CheckedDocument,
  type CheckedObject,
  firstProvisionalId,
  type ProvisionalIds,
} from './checked-document.ts';
import { compactObject } from './compact-object.ts';
import { isMembers, withIds, withKeys } from './convert-references.ts';
import { errorAt, placed } from './document-errors.ts';
import { orderByParent } from './order-by-parent.ts';
import { externalAddresses, ownAddresses } from './own-media.ts';

/** Most errors of one document. */
const maxErrors = 200;
const maxKeyLength = 300;
/** Characters of a wrong key in the position of its error. */
const longestNamedKey = 1_000;

/** Checks the structure of a document, its references and each object by the schema of the API. */
export function checkDocument(
  document: unknown,
  sections: readonly ManagedSection[],
  {
    current,
    deliveryUrl,
    prune = false,
  }: { readonly current: CurrentConfiguration; readonly deliveryUrl: string; readonly prune?: boolean },
): CheckedDocument {
  const errors: FieldError[] = [];
  const given = readSections(document, sections, errors);
  const provisional = provisionalIds(given, current);
  const aliases = externalIdsOf(given, current);
  const checked = new Map<SectionName, ReadonlyMap<string, CheckedObject>>();
  for (const section of sections) {
    const objects = given.get(section.name);
    if (objects === undefined) continue;
    const context = { given, current, provisional, aliases, deliveryUrl, prune, errors };
    const valid = [...objects].flatMap(([key, object]) => {
      const one = checkObject(section, key, object, context);
      return one === null ? [] : [[key, one] as const];
    });
    noteDuplicateIds(section, objects, errors);
    checked.set(section.name, section.name === 'publishers' ? orderByParent(new Map(valid), errors) : new Map(valid));
  }
  return { sections: checked, provisional, errors: errors.slice(0, maxErrors) };
}

type GivenSections = Map<SectionName, Map<string, Record<string, unknown>>>;

function readSections(document: unknown, sections: readonly ManagedSection[], errors: FieldError[]): GivenSections {
  const given: GivenSections = new Map();
  if (!isMembers(document)) {
    errors.push(errorAt([], 'invalid_type', fieldMessage('configurationObject')));
    return given;
  }
  const names = new Map<string, ManagedSection>(sections.map((section) => [section.name, section]));
  for (const [name, value] of Object.entries(document)) {
    if (name === 'version') continue;
    const section = names.get(name);
    if (section === undefined) {
      errors.push(
        errorAt([name], 'unknown_section', fieldMessage('unknownSection', { names: [...names.keys()].join(', ') })),
      );
    } else if (!isMembers(value)) {
      errors.push(errorAt([name], 'invalid_type', fieldMessage('configurationObject')));
    } else {
      given.set(section.name, readObjects(section, value, errors));
    }
  }
  if (document['version'] !== configurationVersion) {
    errors.push(
      errorAt(
        ['version'],
        'unsupported_version',
        fieldMessage('configurationVersion', { version: configurationVersion }),
      ),
    );
  }
  return given;
}

function readObjects(
  { name }: ManagedSection,
  value: Record<string, unknown>,
  errors: FieldError[],
): Map<string, Record<string, unknown>> {
  const members = name === 'settings' ? [[settingsKey, value] as const] : Object.entries(value);
  return new Map(
    members.flatMap(([key, object]): [string, Record<string, unknown>][] => {
      if (key.length > maxKeyLength || key.trim() !== key || key === '' || /[\p{Cc}\p{Cs}]/u.test(key)) {
        errors.push(
          errorAt(
            [name, key.slice(0, longestNamedKey)],
            'invalid_key',
            fieldMessage('configurationKey', { count: maxKeyLength }),
          ),
        );
        return [];
      }
      if (isMembers(object)) return [[key, object]];
      errors.push(errorAt([name, key], 'invalid_type', fieldMessage('configurationObject')));
      return [];
    }),
  );
}

function provisionalIds(given: GivenSections, current: CurrentConfiguration): ProvisionalIds {
  let next = firstProvisionalId;
  const keyById = new Map<number, string>();
  const idByKey = new Map<SectionName, ReadonlyMap<string, number>>();
  for (const [name, objects] of given) {
    const known = current.get(name)?.keys.idByKey;
    const ids = new Map<string, number>();
    for (const key of objects.keys()) {
      if (known?.has(key) === true) continue;
      next += 1;
      ids.set(key, next);
      keyById.set(next, key);
    }
    idByKey.set(name, ids);
  }
  return { idByKey, keyById };
}

/** Keys by external ID. An object of the document replaces a stored one. */
function externalIdsOf(given: GivenSections, current: CurrentConfiguration): Aliases {
  return new Map(
    [...current].map(([name, { objects }]) => {
      const stored = [...objects].map(([key, { object }]) => [object['externalId'], key] as const);
      const own = [...(given.get(name) ?? [])].map(([key, object]) => [object['externalId'], key] as const);
      return [name, new Map([...stored, ...own].filter(([externalId]) => typeof externalId === 'string'))] as const;
    }),
  );
}

type Aliases = ReadonlyMap<SectionName, ReadonlyMap<unknown, string>>;

type CheckContext = {
  readonly given: GivenSections;
  readonly current: CurrentConfiguration;
  readonly provisional: ProvisionalIds;
  readonly aliases: Aliases;
  readonly deliveryUrl: string;
  /** Whether objects that are missing in a section of the document are archived. */
  readonly prune: boolean;
  readonly errors: FieldError[];
};

function checkObject(
  section: ManagedSection,
  key: string,
  object: Record<string, unknown>,
  context: CheckContext,
): CheckedObject | null {
  const { errors } = context;
  const at = section.name === 'settings' ? [section.name] : [section.name, key];
  const before = errors.length;
  const { own, extra } = splitExtra(section, object, (field) =>
    errors.push(errorAt([...at, field], 'unknown_field', fieldMessage('unknownField'))),
  );
  const named =
    'name' in section.resource.body.shape && section.resource.derivedName === undefined ? { name: key, ...own } : own;
  const resolved = withIds(named, section.references, {
    convert: (value, { field, path }) => resolve(value, field, [...at, ...path], context),
    refuse: (path) => errors.push(errorAt([...at, ...path], 'unknown_field', fieldMessage('referenceByKey'))),
  });
  const prepared = section.name === 'creatives' ? externalAddresses(resolved, context.deliveryUrl) : resolved;
  const parsed = section.resource.body.safeParse(prepared, { reportInput: true, error: issueMessage });
  if (!parsed.success)
    errors.push(...fieldErrors(parsed.error.issues, 'body').map((error) => placed(section, at, error)));
  const parsedExtra = z.object(section.extra).safeParse(extra, { reportInput: true, error: issueMessage });
  if (!parsedExtra.success) {
    errors.push(...fieldErrors(parsedExtra.error.issues, 'body').map((error) => placed(section, at, error)));
  }
  if (section.name === 'users' && parsedExtra.success) {
    noteUnknownCompanies(parsedExtra.data as { readonly mappings?: ConfiguredMappings }, at, context);
  }
  if (errors.length > before || !parsed.success || !parsedExtra.success) return null;
  const body = parsed.data as Record<string, unknown>;
  return {
    key,
    body,
    extra: parsedExtra.data,
    object: normalForm(section, key, { body, extra: parsedExtra.data }, context),
  };
}

/** The companies of a user are references too. */
function noteUnknownCompanies(
  { mappings = [] }: { readonly mappings?: ConfiguredMappings },
  at: readonly string[],
  context: CheckContext,
): void {
  for (const [index, mapping] of mappings.entries()) {
    const path = [...at, 'mappings', index];
    const { advertiserCompany, brand, invoiceCompany } = mapping;
    resolve(advertiserCompany, { path: '', section: 'mediaPartners' }, [...path, 'advertiserCompany'], context);
    resolve(brand, { path: '', section: 'brands' }, [...path, 'brand'], context);
    if (invoiceCompany === undefined) continue;
    resolve(invoiceCompany, { path: '', section: 'mediaPartners' }, [...path, 'invoiceCompany'], context);
  }
}

/** Separates the fields of the body from those that only the document has. */
function splitExtra(
  section: ManagedSection,
  object: Record<string, unknown>,
  refuse: (field: string) => void,
): { readonly own: Record<string, unknown>; readonly extra: Record<string, unknown> } {
  const own: [string, unknown][] = [];
  const extra: [string, unknown][] = [];
  for (const [field, value] of Object.entries(object)) {
    if (section.without.includes(field)) refuse(field);
    else (Object.hasOwn(section.extra, field) ? extra : own).push([field, value]);
  }
  return { own: Object.fromEntries(own), extra: Object.fromEntries(extra) };
}

function resolve(
  value: unknown,
  { section }: ReferenceField,
  path: readonly (string | number)[],
  context: CheckContext,
): number {
  const { aliases, errors } = context;
  if (typeof value !== 'string') {
    errors.push(errorAt(path, 'invalid_type', fieldMessage('referenceByKey')));
    return firstProvisionalId;
  }
  const found = idOfKey(value, section, context) ?? idOfKey(aliases.get(section)?.get(value), section, context);
  if (found !== null) return found;
  errors.push(errorAt(path, 'unknown_reference', fieldMessage('unknownReference', { key: value, section })));
  return firstProvisionalId;
}

/** Returns the ID of an object of the document or of a stored one. null: there is none. */
function idOfKey(
  key: string | undefined,
  section: SectionName,
  { given, current, provisional, prune }: CheckContext,
): number | null {
  if (key === undefined) return null;
  const known = current.get(section);
  if (given.get(section)?.has(key) !== true) {
    const isArchived = prune && given.has(section) && section !== 'users';
    return isArchived ? null : (known?.objects.get(key)?.id ?? null);
  }
  return known?.keys.idByKey.get(key) ?? provisional.idByKey.get(section)?.get(key) ?? null;
}

function normalForm(
  section: ManagedSection,
  key: string,
  { body, extra }: Pick<CheckedObject, 'body' | 'extra'>,
  { current, provisional, deliveryUrl }: CheckContext,
): Record<string, unknown> {
  const keyOf = (name: SectionName, id: number) =>
    provisional.keyById.get(id) ?? current.get(name)?.keys.keyById.get(id);
  const isOwn = section.name === 'creatives' ? ownAddresses(body, deliveryUrl) : body;
  const object = withKeys(isOwn, section.references, (id, { field }) => keyOf(field.section, id as number));
  return compactObject(section, key, { ...object, ...extra });
}

/** Two objects with the same external ID cannot be told apart by other systems. */
function noteDuplicateIds(
  { name }: ManagedSection,
  objects: ReadonlyMap<string, Record<string, unknown>>,
  errors: FieldError[],
): void {
  const first = new Map<unknown, string>();
  for (const [key, { externalId }] of objects) {
    if (typeof externalId !== 'string') continue;
    const other = first.get(externalId);
    if (other === undefined) first.set(externalId, key);
    else
      errors.push(
        errorAt([name, key, 'externalId'], 'duplicate_id', fieldMessage('duplicateExternalId', { key: other })),
      );
  }
}
