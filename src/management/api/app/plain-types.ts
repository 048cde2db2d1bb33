type Node = { [member: string]: unknown };

/** Members with values instead of schemas. Their content is not converted. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const']);

/**
 * Simplifies schemas for which client generators produce odd types: several patterns of a text become one, and a
 * non-empty list becomes a list instead of a tuple with a rest.
 */
export function plainTypes<Document extends object>(document: Document): Document {
  return walk(document) as Document;
}

function walk(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(walk);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, member]) => [name, values.has(name) ? member : walk(member)]);
  return asList(withOnePattern(Object.fromEntries(members) as Node));
}

function withOnePattern(schema: Node): Node {
  const { allOf, ...others } = schema;
  if (schema['type'] !== 'string' || !Array.isArray(allOf)) return schema;
  const patterns = (allOf as Node[]).map(({ pattern, ...more }) =>
    Object.keys(more).length === 0 ? pattern : undefined,
  );
  if (!patterns.every((pattern) => typeof pattern === 'string')) return schema;
  return { ...others, pattern: `^${patterns.map(lookAhead).join('')}` };
}

/** Returns the pattern as a lookahead from the start of the text. */
function lookAhead(pattern: string): string {
  return pattern.startsWith('^') ? `(?=${pattern.slice(1)})` : `(?=[\\s\\S]*(?:${pattern}))`;
}

function asList(schema: Node): Node {
  const { prefixItems, ...others } = schema;
  if (!Array.isArray(prefixItems) || others['items'] === undefined) return schema;
  const isPlain = prefixItems.every((item) => JSON.stringify(item) === JSON.stringify(others['items']));
  return isPlain ? { ...others, minItems: prefixItems.length } : schema;
}
