import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { documentFieldOf } from '../../../contract/configuration/sections.ts';
import { decimalAmountPattern, decimalFromMicros, microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { storedCaps } from '../../resources/booking/delivery-columns.ts';
import type { ManagedSection } from '../stored/managed-sections.ts';
import { compareTexts, isMembers } from './convert-references.ts';

/** Fields with free content, which is never changed. */
const verbatim: ReadonlySet<string> = new Set(['html', 'fields', 'targeting', 'templateFields', 'template']);

/**
 * Returns an object of the document in its normal form: fields in the order of the schema, without nulls, default values
 * and a name that equals the key. Equal objects have the same normal form.
 */
export function compactObject(
  section: ManagedSection,
  key: string,
  object: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = fieldsOf(section);
  const entries = [...fields].flatMap(([field, isDefault]) => {
    if (section.without.includes(field)) return [];
    const value = normal(field, object[field]);
    if (value === undefined || value === null || isDefault(value)) return [];
    if (field === 'name' && value === key && section.resource.derivedName === undefined) return [];
    return [[field, value] as const];
  });
  return Object.fromEntries(entries);
}

type IsDefault = (value: unknown) => boolean;

const known = new WeakMap<z.ZodObject, ReadonlyMap<string, IsDefault>>();

/** Returns the fields of a section in the document, with a test for the default value of each. */
function fieldsOf({ resource, references, extra }: ManagedSection): ReadonlyMap<string, IsDefault> {
  const before = known.get(resource.body);
  if (before !== undefined) return before;
  const renamed = new Set(references.map(({ path }) => path).filter((path) => !path.includes('.')));
  const all = { ...resource.body.shape, ...extra } as Readonly<Record<string, z.ZodType>>;
  const fields = new Map(
    Object.entries(all).map(([field, schema]) => [
      renamed.has(field) ? documentFieldOf(field) : field,
      defaultTest(field, schema),
    ]),
  );
  known.set(resource.body, fields);
  return fields;
}

function defaultTest(field: string, schema: z.ZodType): IsDefault {
  const parsed = schema.safeParse(undefined);
  if (!parsed.success || parsed.data === undefined) return () => false;
  const usual = normal(field, parsed.data);
  return (value) => isDeepStrictEqual(value, usual);
}

/** Fields whose members are required even if they are null. */
const complete: ReadonlySet<string> = new Set(['assets', 'media', 'companions', 'icons', 'verifications', 'vast']);

/** Lists whose order has no meaning. */
const unordered: ReadonlySet<string> = new Set(['exclusionLabels', 'blockedLabels', 'roles', 'trackerDomains']);

/** Returns a value in its normal form: times in UTC, amounts without superfluous digits, no members that are null. */
function normal(field: string, value: unknown): unknown {
  if (verbatim.has(field)) return value;
  const normalized = withoutUsual(field, normalValue(value, complete.has(field)));
  if (!Array.isArray(normalized)) return field === 'trackers' ? withoutEmptyLists(normalized) : normalized;
  if (unordered.has(field)) return normalized.toSorted(compareTexts);
  return field === 'caps' ? storedCaps(normalized) : normalized;
}

/** Default values of members, which are left out. */
const usualMembers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  state: { paused: false, held: false, cancelled: false },
  delivery: { frontLoading: 0 },
  creatives: { weight: 1 },
  sponsored: { keywords: [], negativeKeywords: [], categories: [], productPages: [] },
};

function withoutUsual(field: string, value: unknown): unknown {
  const usual = usualMembers[field];
  if (usual === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutUsual(field, entry));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name, own]) => !isDeepStrictEqual(own, usual[name])));
}

function withoutEmptyLists(value: unknown): unknown {
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, list]) => !Array.isArray(list) || list.length > 0));
}

function normalValue(value: unknown, isComplete: boolean): unknown {
  if (typeof value === 'string') return instant.test(value) ? utcOf(value) : value;
  if (Array.isArray(value)) return value.map((entry) => normalValue(entry, isComplete));
  if (!isMembers(value)) return value;
  const members = Object.fromEntries(
    Object.entries(value)
      .filter(([, own]) => own !== undefined && (isComplete || own !== null))
      .map(([name, own]) => [name, normalValue(own, isComplete)]),
  );
  return isMoney(members) ? { ...members, amount: plainAmount(members.amount) } : members;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function utcOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString().replace('.000Z', 'Z');
}

function isMoney(value: Record<string, unknown>): value is { amount: string; currency: string } {
  return (
    Object.keys(value).length === 2 && typeof value['amount'] === 'string' && typeof value['currency'] === 'string'
  );
}

function plainAmount(amount: string): string {
  return decimalAmountPattern.test(amount) ? decimalFromMicros(microsFromDecimal(amount) ?? 0) : amount;
}
