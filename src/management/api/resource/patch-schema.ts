import { z } from 'zod';

/** What is asked of a patch before its object is read, by the schema that documents it. */
const askedOfPatch = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * What a PATCH may send, made from what a create sends: every field optional, and null where a create could leave it
 * out. It documents; before the object is read only its shape is asked (`looseSchemaOf`), because a patch of a nested
 * object is itself partial (RFC 7396) and its values must fit the patched object.
 */
export function patchSchema(body: z.ZodObject): z.ZodObject {
  const fields = Object.entries(body.shape) as [string, z.ZodType][];
  const id = z.globalRegistry.get(body)?.id?.replace(/Body$/, 'Patch');
  const plain = z.strictObject(Object.fromEntries(fields.map(([name, field]) => [name, patchField(field)])));
  const documented = id === undefined ? plain : plain.meta({ id });
  askedOfPatch.set(
    documented,
    z.strictObject(Object.fromEntries(fields.map(([name]) => [name, z.unknown()]))).partial(),
  );
  return documented;
}

/** The schema that a body is read with: the loose one of a patch, else the schema itself. */
export function readingSchemaOf(schema: z.ZodType): z.ZodType {
  return askedOfPatch.get(schema) ?? schema;
}

function patchField(field: z.ZodType): z.ZodType {
  const accepts = (value: null | undefined) => field.safeParse(value).success;
  if (!accepts(undefined)) return field.optional();
  if (accepts(null)) return field;
  const meta = z.globalRegistry.get(field) ?? {};
  const value = field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field;
  return value.nullish().meta(meta);
}
