type Node = { [member: string]: unknown };

/** Members with values instead of schemas. Their content is not converted. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const', 'required', 'security', 'scopes']);
/** Keywords that 3.0 does not define. Without them a schema is less strict. */
const unknownIn30 = ['$schema', '$id', 'propertyNames', 'patternProperties', 'contentEncoding', 'contentMediaType'];

/**
 * Converts the contract to OpenAPI 3.0.3, for generators that do not support 3.1. Features that 3.0 lacks are omitted,
 * so every document valid for 3.1 is valid here.
 */
export function openApiFor30(document: object): object {
  // 3.0 has no webhooks. The schema of their bodies remains.
  const { webhooks: _webhooks, ...copy } = structuredClone(document) as Node;
  const schemas = ((copy['components'] as Node | undefined)?.['schemas'] ?? {}) as Readonly<Record<string, Node>>;
  const { identifier: _, ...license } = ((copy['info'] as Node)['license'] ?? {}) as Node;
  return {
    ...(walk(copy, schemas) as Node),
    openapi: '3.0.3',
    info: { ...(copy['info'] as Node), license },
  };
}

function walk(node: unknown, schemas: Readonly<Record<string, Node>>): unknown {
  if (Array.isArray(node)) return node.map((one) => walk(one, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, member]) => {
    if (values.has(name)) return [name, member];
    // Members of these are our names, not keywords.
    return name === 'properties' || name === 'schemas'
      ? [name, eachMember(member as Node, schemas)]
      : [name, walk(member, schemas)];
  });
  return simplified(Object.fromEntries(members) as Node, schemas);
}

function eachMember(named: Node, schemas: Readonly<Record<string, Node>>): Node {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, walk(schema, schemas)]));
}

function simplified(node: Node, schemas: Readonly<Record<string, Node>>): Node {
  const schema = { ...node };
  for (const keyword of unknownIn30) delete schema[keyword];
  if ('const' in schema) {
    schema['enum'] = [schema['const']];
    delete schema['const'];
  }
  if (Array.isArray(schema['examples'])) {
    schema['example'] ??= schema['examples'][0];
    delete schema['examples'];
  }
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'number') continue;
    schema[bound] = schema[exclusive];
    schema[exclusive] = true;
  }
  if (Array.isArray(schema['prefixItems'])) {
    schema['items'] = { anyOf: schema['prefixItems'] };
    delete schema['prefixItems'];
  }
  return withPlainType(withoutNull(besideReference(schema), schemas));
}

/** 3.0 ignores siblings of a reference. */
function besideReference(schema: Node): Node {
  const { $ref, ...siblings } = schema;
  return $ref === undefined || Object.keys(siblings).length === 0 ? schema : { ...siblings, allOf: [{ $ref }] };
}

/** Replaces `anyOf` with null by `nullable`, which requires a type in 3.0. */
function withoutNull(schema: Node, schemas: Readonly<Record<string, Node>>): Node {
  const keyword = ['anyOf', 'oneOf'].find((name) => Array.isArray(schema[name]));
  if (keyword === undefined) return schema;
  const choices = schema[keyword] as Node[];
  const others = choices.filter((choice) => !isNull(choice));
  const [only, ...more] = others;
  if (others.length === choices.length || only === undefined) return schema;
  const { [keyword]: _, ...siblings } = schema;
  const first = nullable(only, schemas);
  return more.length > 0 ? { ...siblings, [keyword]: [first, ...more] } : { ...first, ...siblings };
}

/** Makes a schema nullable. If it has no type, null is added to one of its choices. */
function nullable(schema: Node, schemas: Readonly<Record<string, Node>>): Node {
  if (schema['type'] !== undefined) return { ...schema, nullable: true };
  if (schema['$ref'] !== undefined) {
    const type = schemas[String(schema['$ref']).split('/').at(-1) ?? '']?.['type'];
    return type === undefined ? schema : { type, nullable: true, allOf: [schema] };
  }
  const [first, ...more] = (schema['anyOf'] ?? []) as Node[];
  return first === undefined ? schema : { ...schema, anyOf: [nullable(first, schemas), ...more] };
}

function isNull(schema: Node): boolean {
  return schema['type'] === 'null' || (schema['nullable'] === true && JSON.stringify(schema['enum']) === '[null]');
}

function withPlainType(schema: Node): Node {
  const { type } = schema;
  if (type === 'null') return { ...schema, type: 'object', nullable: true, enum: [null] };
  if (!Array.isArray(type)) return schema;
  const { type: _, ...rest } = schema;
  const nullable = type.includes('null') ? { nullable: true } : {};
  const [only, ...more] = type.filter((one) => one !== 'null');
  if (more.length === 0) return { ...rest, type: only, ...nullable };
  return { ...rest, anyOf: [only, ...more].map((one) => ({ type: one, ...nullable })) };
}
