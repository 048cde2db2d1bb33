type Schema = {
  type?: string;
  $ref?: string;
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

/**
 * Adds a complete example to the body of every create operation, composed of the examples of its fields. Without it,
 * documentation tools show the defaults, such as empty lists.
 */
export function describeExamples<Document extends object>(document: Document): Document {
  const { components = {} } = document as { components?: { schemas?: Record<string, Schema> } };
  const schemas = components.schemas ?? {};
  for (const [name, schema] of Object.entries(schemas)) {
    if (/Body(?:Input)?$/.test(name)) schema.examples = [exampleOf(schema, schemas)];
  }
  return document;
}

function exampleOf(given: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  const schema = follow(given, schemas);
  if ('example' in schema) return schema.example;
  if (schema.items !== undefined) return [exampleOf(schema.items, schemas)];
  if (schema.properties === undefined) return 'default' in schema ? schema.default : schema.enum?.[0];
  const { properties, required = [] } = schema;
  const shown = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || 'example' in field || isComposite(follow(field, schemas)),
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, schemas)]));
}

/** Resolves a reference or the non-null choice of a union. */
function follow(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  if ('example' in schema) return schema;
  const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.replace('#/components/schemas/', '')];
  const value = named ?? schema.anyOf?.find(({ type }) => type !== 'null');
  return value === undefined ? schema : follow(value, schemas);
}

/** Optional scalar fields without an example are omitted. */
function isComposite(schema: Schema): boolean {
  return schema.properties !== undefined || schema.items !== undefined;
}
