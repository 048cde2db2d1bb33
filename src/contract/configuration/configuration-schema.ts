import { z } from 'zod';
import { configurationSections, configurationVersion, documentFieldOf } from './sections.ts';

type Json = Record<string, unknown>;

/** Returns the JSON Schema (2020-12) of a configuration document. Editors use it for completion and validation. */
export function configurationSchema(): Json {
  const defs: Json = {};
  const properties = configurationSections.map((section) => {
    const object = objectSchema(section, defs);
    const title = { title: section.name };
    return [
      section.name,
      section.name === 'settings'
        ? { ...object, ...title }
        : { type: 'object', ...title, propertyNames: { minLength: 1, maxLength: 300 }, additionalProperties: object },
    ];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Placard configuration',
    type: 'object',
    required: ['version'],
    additionalProperties: false,
    properties: { version: { const: configurationVersion }, ...Object.fromEntries(properties) },
    $defs: defs,
  };
}

type Declared = (typeof configurationSections)[number];

/** @param defs receives the schemas that others refer to */
function objectSchema({ body, extra, references: declared, without, name }: Declared, defs: Json): Json {
  const references: readonly { readonly path: string }[] = declared;
  const own = resolved(jsonSchemaOf(body, defs), defs);
  const extras = Object.fromEntries(
    Object.entries(extra).map(([field, schema]) => [field, jsonSchemaOf(schema as z.ZodType, defs)]),
  );
  const removed = new Set<string>(without);
  const renamed = references.reduce<Json>((schema, { path }) => withReference(schema, path.split('.'), defs), own);
  const properties = Object.entries({ ...(renamed['properties'] as Json), ...extras }).filter(
    ([field]) => !removed.has(field),
  );
  // The key is the default name.
  const required = ((renamed['required'] ?? []) as string[]).filter((field) => field !== 'name' && !removed.has(field));
  return { ...renamed, title: name, properties: Object.fromEntries(properties), required, additionalProperties: false };
}

function jsonSchemaOf(schema: z.ZodType, defs: Json): Json {
  const {
    $schema: _schema,
    id: _id,
    $defs: own,
    ...json
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  }) as Json;
  Object.assign(defs, own);
  return json;
}

/** Returns a schema itself instead of a reference to it. */
function resolved(schema: Json, defs: Json): Json {
  const { $ref: reference, ...others } = schema;
  if (typeof reference !== 'string') return schema;
  const target = defs[reference.replace('#/$defs/', '')] as Json;
  return { ...resolved(target, defs), ...others };
}

/** Replaces the ID at a path by a key, in a field without `Id`. */
function withReference(given: Json, [step, ...rest]: readonly string[], defs: Json): Json {
  if (step === undefined) return given;
  const schema = resolved(given, defs);
  if (step === '*') return { ...schema, items: withReference(schema['items'] as Json, rest, defs) };
  const alternatives = schema['anyOf'] as readonly Json[] | undefined;
  if (alternatives !== undefined)
    return { ...schema, anyOf: alternatives.map((one) => withReference(one, [step, ...rest], defs)) };
  const properties = schema['properties'] as Readonly<Record<string, Json>> | undefined;
  if (properties?.[step] === undefined) return schema;
  const target = rest.length === 0 ? documentFieldOf(step) : step;
  const entries = Object.entries(properties).map(([field, own]) => {
    if (field !== step) return [field, own] as const;
    return [target, rest.length === 0 ? keySchema(resolved(own, defs)) : withReference(own, rest, defs)] as const;
  });
  const required = ((schema['required'] ?? []) as string[]).map((field) => (field === step ? target : field));
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    ...(schema['required'] !== undefined && { required }),
  };
}

/** Returns the schema of a key, or of a list of keys. */
function keySchema(own: Json): Json {
  const text = { type: 'string', description: 'Key of the object' };
  const isList =
    own['type'] === 'array' || ((own['anyOf'] ?? []) as readonly Json[]).some(({ type }) => type === 'array');
  if (isList) return { type: 'array', items: text, description: 'Keys of the objects' };
  const isNullable = ((own['anyOf'] ?? []) as readonly Json[]).some(({ type }) => type === 'null');
  return isNullable ? { anyOf: [text, { type: 'null' }] } : text;
}
