type Node = { [member: string]: unknown };

/** Members that hold values and no schemas, whatever their own members are called. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const', 'required', 'security', 'scopes']);
/** Keywords that 3.0 does not know, and without which a schema allows more, never less. */
const unknownIn30 = ['$schema', '$id', 'propertyNames', 'patternProperties', 'contentEncoding', 'contentMediaType'];

/**
 * The contract as OpenAPI 3.0.3, for generators that do not read 3.1. What 3.0 cannot say is left out, so that what 3.1
 * allows is always allowed here too.
 */
export function openApiFor30(document: object): object {
  // 3.0 cannot say what we send; its schema is there.
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
    // Here a member's name is one of ours, not a keyword.
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

/** 3.0 ignores what stands beside a reference. */
function besideReference(schema: Node): Node {
  const { $ref, ...beside } = schema;
  return $ref === undefined || Object.keys(beside).length === 0 ? schema : { ...beside, allOf: [{ $ref }] };
}

/** `anyOf` with null becomes `nullable`, which in 3.0 needs a type beside it. */
function withoutNull(schema: Node, schemas: Readonly<Record<string, Node>>): Node {
  const keyword = ['anyOf', 'oneOf'].find((name) => Array.isArray(schema[name]));
  if (keyword === undefined) return schema;
  const choices = schema[keyword] as Node[];
  const others = choices.filter((choice) => !isNull(choice));
  const [only, ...more] = others;
  if (others.length === choices.length || only === undefined) return schema;
  const { [keyword]: _, ...beside } = schema;
  const first = nullable(only, schemas);
  return more.length > 0 ? { ...beside, [keyword]: [first, ...more] } : { ...first, ...beside };
}

/** The schema and null: one of its choices takes null in when it has no type of its own. */
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
