/** The part of a JSON schema that describes text fields. */
export type FieldSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FieldSchema;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
};

/** Resolves references to a schema. */
export type Follow = (schema: FieldSchema) => FieldSchema;

/** Texts to try in one field, most dangerous first. */
export type Payloads = readonly string[];

/**
 * Returns pointers of all body fields that accept at least one of the texts. `*` is any name, `0` any item. Recursive
 * schemas, such as trees, are visited once.
 */
export function textFields(schema: FieldSchema, options: { readonly follow: Follow; readonly payloads: Payloads }) {
  const found = new Set<string>();
  const walk = (one: FieldSchema, pointer: string, above: readonly FieldSchema[]) => {
    const here = options.follow(one);
    if (above.includes(here)) return;
    const inside = [...above, here];
    if (textFor(here, options.payloads) !== undefined) found.add(pointer);
    for (const branch of branchesOf(here)) walk(branch, pointer, inside);
    for (const [name, field] of Object.entries(here.properties ?? {})) walk(field, `${pointer}/${name}`, inside);
    if (here.items !== undefined) walk(here.items, `${pointer}/0`, inside);
    if (typeof here.additionalProperties === 'object') walk(here.additionalProperties, `${pointer}/*`, inside);
  };
  walk(schema, '', []);
  return found;
}

/** Returns the body with a text in every field that accepts one: existing fields and fields that could be added. */
export function withTexts(
  body: unknown,
  schema: FieldSchema,
  options: { readonly follow: Follow; readonly payloads: Payloads },
): unknown {
  const { follow, payloads } = options;
  const here = follow(schema);
  const text = textFor(here, payloads);
  if (text !== undefined && (typeof body === 'string' || body === undefined)) return text;
  const branches = branchesOf(here);
  if (branches.length > 0) {
    const fitting = branches.map(follow).find((branch) => fits(body, branch, follow));
    return fitting === undefined ? body : withTexts(body, fitting, options);
  }
  if (here.items !== undefined && (Array.isArray(body) || body === undefined)) {
    const items = Array.isArray(body) && body.length > 0 ? body : [undefined];
    const filled = items.map((item) => withTexts(item, here.items ?? {}, options));
    return filled.includes(undefined) ? body : filled;
  }
  if (body === undefined && here.properties === undefined && typeof here.additionalProperties === 'object') {
    const value = withTexts(undefined, here.additionalProperties, options);
    return value === undefined ? undefined : { any: value };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const filled: Record<string, unknown> = { ...body };
  const named = Object.entries(here.properties ?? {});
  const free = typeof here.additionalProperties === 'object' ? here.additionalProperties : undefined;
  const others = free === undefined ? [] : Object.keys(body).map((name) => [name, free] as const);
  for (const [name, field] of [...others, ...named]) {
    const value = withTexts(filled[name], field, options);
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}

/**
 * Returns a body with only the required fields: texts that differ by `n` where possible, otherwise examples of the
 * contract.
 */
export function leastBodyOf(
  schema: FieldSchema,
  { follow, n }: { readonly follow: Follow; readonly n: number },
): Readonly<Record<string, unknown>> {
  const { properties = {}, required = [] } = follow(schema);
  return Object.fromEntries(
    required.map((name) => {
      const field = follow(properties[name] ?? {});
      const example = field.example ?? field.examples?.[0] ?? field.enum?.[0];
      return [name, textFor(field, [`h${n}`]) ?? example];
    }),
  );
}

/** Returns the first text that a field accepts. undefined if it is not a text field or accepts none of them. */
function textFor(schema: FieldSchema, payloads: Payloads): string | undefined {
  const { type, enum: choices, const: only, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  if (!isText || choices !== undefined || only !== undefined) return undefined;
  const rule = pattern === undefined ? /^/u : new RegExp(pattern, 'u');
  return payloads.find((text) => text.length >= minLength && text.length <= maxLength && rule.test(text));
}

function branchesOf(schema: FieldSchema): readonly FieldSchema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== 'null');
}

/** Returns whether a value could match a branch by its field names. A missing value matches any branch. */
function fits(value: unknown, branch: FieldSchema, follow: Follow): boolean {
  const branches = branchesOf(branch);
  if (branches.length > 0) return branches.some((one) => fits(value, follow(one), follow));
  if (value === undefined) return branch.properties === undefined;
  if (typeof value === 'string') return branch.type === 'string';
  if (Array.isArray(value)) return branch.items !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  const { properties = {}, required = [], additionalProperties } = branch;
  const isAnyNamed = typeof additionalProperties === 'object';
  return (
    (branch.properties !== undefined || isAnyNamed) &&
    required.every((name) => name in value) &&
    Object.entries(value).every(([name, of]) => {
      const field = name in properties ? follow(properties[name] ?? {}) : undefined;
      return field === undefined ? isAnyNamed : field.const === undefined || field.const === of;
    })
  );
}

/** Returns pointers of all texts in a body that contain the marker, in the format of `textFields`: items are `0`. */
export function textsWith(mark: string, body: unknown, pointer = ''): readonly string[] {
  if (typeof body === 'string') return body.includes(mark) ? [pointer] : [];
  if (Array.isArray(body)) return body.flatMap((item) => textsWith(mark, item, `${pointer}/0`));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => textsWith(mark, value, `${pointer}/${name}`));
}
