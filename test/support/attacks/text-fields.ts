/** The part of a JSON schema that says where text may stand. */
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

/** Follows references to the schema itself. */
export type Follow = (schema: FieldSchema) => FieldSchema;

/** Texts to be tried in one field, the worst first. */
export type Payloads = readonly string[];

/**
 * Pointers of all fields of a body in which at least one of the texts may stand; `*` is any name, `0` any item. What is
 * below itself, as in a tree, is gone into once.
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

/** The same body with a text in every field that takes one: in those it has, and in those it could have beside them. */
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

/** A body with the required fields alone: texts that differ by `n` where they may, else examples of the contract. */
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

/** The first text that a field may hold; undefined: it is no text, or none of these may stand in it. */
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

/** Whether a value could be of a branch, by the names of its fields; what is not there could be any. */
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

/** Pointers of all texts in a body that hold a mark, as `textFields` names them: items are `0`. */
export function textsWith(mark: string, body: unknown, pointer = ''): readonly string[] {
  if (typeof body === 'string') return body.includes(mark) ? [pointer] : [];
  if (Array.isArray(body)) return body.flatMap((item) => textsWith(mark, item, `${pointer}/0`));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => textsWith(mark, value, `${pointer}/${name}`));
}
