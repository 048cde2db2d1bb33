import { z } from 'zod';

/** Schema that validates a patch before its object is read, by the schema that documents it. */
const askedOfPatch = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * Returns the schema of a PATCH body, derived from the create body: every field is optional, and null where a create
 * may omit it. It only documents. Before the object is read, only the shape is validated (`looseSchemaOf`), because a
 * nested patch is partial (RFC 7396) and its values must fit the patched object.
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

/** Returns the schema that validates a body: the loose one for a patch, otherwise the schema itself. */
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
