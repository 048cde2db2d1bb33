import { documentFieldOf, type ReferenceField } from '../../../contract/configuration/sections.ts';

type Members = Record<string, unknown>;

/** Converts one reference. Returns undefined to leave it out. */
type Convert = (
  value: unknown,
  at: { readonly field: ReferenceField; readonly path: readonly (string | number)[] },
) => unknown;

/**
 * Returns a copy of a body in which references are keys, in fields without `Id`. Lists of references are sorted, because
 * their order has no meaning and IDs differ between installations.
 */
export function withKeys(body: Members, references: readonly ReferenceField[], convert: Convert): Members {
  return convertFields(body, references, { rename: documentFieldOf, isSorted: true, convert });
}

/**
 * Returns a copy of an object of the document in which references are IDs, in fields of the API.
 * @param refuse called with the path of a field with an ID, which a document cannot contain
 */
export function withIds(
  object: Members,
  references: readonly ReferenceField[],
  { convert, refuse }: { readonly convert: Convert; readonly refuse: (path: readonly (string | number)[]) => void },
): Members {
  const originals = new Map(references.map((field) => [documentPathOf(field.path), field]));
  const inverse = [...originals].map(([path, field]) => ({ ...field, path }));
  const nameOf = (path: string) => lastStep((originals.get(path) as ReferenceField).path);
  return convertFields(object, inverse, { rename: (_step, path) => nameOf(path), isSorted: false, convert, refuse });
}

/** Returns the path of a reference in the document: `creatives.*.creativeId` becomes `creatives.*.creative`. */
export function documentPathOf(path: string): string {
  return path.replace(/[^.]+$/, documentFieldOf);
}

type Conversion = {
  readonly rename: (step: string, path: string) => string;
  readonly isSorted: boolean;
  readonly convert: Convert;
  readonly refuse?: (path: readonly (string | number)[]) => void;
};

function convertFields(object: Members, fields: readonly ReferenceField[], conversion: Conversion): Members {
  return fields.reduce<Members>(
    (members, field) => convertField(members, field.path.split('.'), { field, conversion, path: [] }) as Members,
    object,
  );
}

type At = {
  readonly field: ReferenceField;
  readonly conversion: Conversion;
  readonly path: readonly (string | number)[];
};

function convertField(value: unknown, [step, ...rest]: readonly string[], at: At): unknown {
  const { field, conversion, path } = at;
  if (step === undefined) return value;
  if (step === '*') return convertEntries(value, rest, at);
  if (!isMembers(value)) return value;
  if (rest.length === 0) {
    const target = conversion.rename(step, field.path);
    if (target !== step && Object.hasOwn(value, target)) conversion.refuse?.([...path, target]);
  }
  if (!Object.hasOwn(value, step)) return value;
  const here = { ...at, path: [...path, step] };
  if (rest.length > 0) return replaced(value, step, step, convertField(value[step], rest, here));
  const own = value[step];
  const converted = Array.isArray(own)
    ? sorted(
        conversion,
        own.flatMap((one, index) => present(conversion.convert(one, { field, path: [...here.path, index] }))),
      )
    : own === null
      ? null
      : conversion.convert(own, { field, path: here.path });
  return replaced(value, step, conversion.rename(step, field.path), converted);
}

function convertEntries(value: unknown, rest: readonly string[], at: At): unknown {
  if (!Array.isArray(value)) return value;
  const entries = value.flatMap((entry, index) => {
    const converted = convertField(entry, rest, { ...at, path: [...at.path, index] });
    const isLeftOut = isMembers(converted) && Object.values(converted).includes(undefined);
    return isLeftOut ? [] : [converted];
  });
  const member = at.conversion.rename(lastStep(at.field.path), at.field.path);
  return at.conversion.isSorted
    ? entries.toSorted((a, b) => compareTexts(memberOf(a, member), memberOf(b, member)))
    : entries;
}

/** Replaces a member at its position, possibly under another name. */
function replaced(object: Members, from: string, to: string, value: unknown): Members {
  return Object.fromEntries(Object.entries(object).map(([name, own]) => (name === from ? [to, value] : [name, own])));
}

function present(value: unknown): unknown[] {
  return value === undefined ? [] : [value];
}

function sorted({ isSorted }: Conversion, values: unknown[]): unknown[] {
  return isSorted ? values.toSorted(compareTexts) : values;
}

function memberOf(entry: unknown, member: string): unknown {
  return isMembers(entry) ? entry[member] : undefined;
}

/** Compares by UTF-16 code units, so that the order is the same on all machines. */
export function compareTexts(a: unknown, b: unknown): number {
  const [first, second] = [String(a), String(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

function lastStep(path: string): string {
  return path.split('.').at(-1) as string;
}

/** Returns whether a value is an object with members. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
